// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// For tests alone: the interface, the checks and the errors of the public escrow
// (base/commerce-payments v1.0) in a few lines, and the one store of all tokens. It stands at
// that escrow's address, where the x402 client expects it, and so has no constructor.

struct PaymentInfo {
    address operator;
    address payer;
    address receiver;
    address token;
    uint120 maxAmount;
    uint48 preApprovalExpiry;
    uint48 authorizationExpiry;
    uint48 refundExpiry;
    uint16 minFeeBps;
    uint16 maxFeeBps;
    address feeReceiver;
    uint256 salt;
}

interface IToken {
    function balanceOf(address) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}

interface IMulticall {
    struct Call {
        address target;
        bytes callData;
    }

    function tryAggregate(bool requireSuccess, Call[] calldata calls) external payable;
}

interface ICollector {
    function collectTokens(PaymentInfo calldata info, address store, uint256 amount, bytes calldata data) external;
    function collectorType() external view returns (uint8);
}

contract Escrow {
    struct PaymentState {
        bool hasCollectedPayment;
        uint120 capturableAmount;
        uint120 refundableAmount;
    }

    bytes32 internal constant PAYMENT_INFO_TYPEHASH = keccak256(
        "PaymentInfo(address operator,address payer,address receiver,address token,uint120 maxAmount,uint48 preApprovalExpiry,uint48 authorizationExpiry,uint48 refundExpiry,uint16 minFeeBps,uint16 maxFeeBps,address feeReceiver,uint256 salt)"
    );

    mapping(bytes32 => PaymentState) public paymentState;
    bool private entered;

    event PaymentAuthorized(bytes32 indexed paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector);
    event PaymentCharged(bytes32 indexed paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector, uint16 feeBps, address feeReceiver);
    event PaymentCaptured(bytes32 indexed paymentInfoHash, uint256 amount, uint16 feeBps, address feeReceiver);
    event PaymentVoided(bytes32 indexed paymentInfoHash, uint256 amount);
    event PaymentReclaimed(bytes32 indexed paymentInfoHash, uint256 amount);
    event PaymentRefunded(bytes32 indexed paymentInfoHash, uint256 amount, address tokenCollector);

    error InvalidSender(address sender, address expected);
    error ZeroAmount();
    error ExceedsMaxAmount(uint256 amount, uint256 maxAmount);
    error AfterPreApprovalExpiry(uint48 timestamp, uint48 expiry);
    error InvalidExpiries(uint48 preApproval, uint48 authorization, uint48 refund);
    error FeeBpsOutOfRange(uint16 feeBps, uint16 minFeeBps, uint16 maxFeeBps);
    error InvalidFeeReceiver(address attempted, address expected);
    error InvalidCollectorForOperation();
    error TokenCollectionFailed();
    error PaymentAlreadyCollected(bytes32 paymentInfoHash);
    error AfterAuthorizationExpiry(uint48 timestamp, uint48 expiry);
    error InsufficientAuthorization(bytes32 paymentInfoHash, uint256 authorized, uint256 requested);
    error ZeroAuthorization(bytes32 paymentInfoHash);
    error BeforeAuthorizationExpiry(uint48 timestamp, uint48 expiry);
    error AfterRefundExpiry(uint48 timestamp, uint48 expiry);
    error RefundExceedsCapture(uint256 refund, uint256 captured);
    error ReentrancyGuardReentrantCall();

    modifier alone() {
        if (entered) revert ReentrancyGuardReentrantCall();
        entered = true;
        _;
        entered = false;
    }

    modifier by(address who) {
        if (msg.sender != who) revert InvalidSender(msg.sender, who);
        _;
    }

    function authorize(PaymentInfo calldata info, uint256 amount, address collector, bytes calldata data)
        external
        alone
        by(info.operator)
    {
        bytes32 hash = begun(info, amount);
        paymentState[hash] = PaymentState(true, uint120(amount), 0);
        emit PaymentAuthorized(hash, info, amount, collector);
        collect(info, amount, collector, data, 0);
    }

    function charge(
        PaymentInfo calldata info,
        uint256 amount,
        address collector,
        bytes calldata data,
        uint16 feeBps,
        address feeReceiver
    ) external alone by(info.operator) {
        bytes32 hash = begun(info, amount);
        checkFee(info, feeBps, feeReceiver);
        paymentState[hash] = PaymentState(true, 0, uint120(amount));
        emit PaymentCharged(hash, info, amount, collector, feeBps, feeReceiver);
        collect(info, amount, collector, data, 0);
        pay(info, amount, feeBps, feeReceiver);
    }

    function capture(PaymentInfo calldata info, uint256 amount, uint16 feeBps, address feeReceiver)
        external
        alone
        by(info.operator)
    {
        if (amount == 0) revert ZeroAmount();
        checkFee(info, feeBps, feeReceiver);
        uint48 time = uint48(block.timestamp);
        if (time >= info.authorizationExpiry) revert AfterAuthorizationExpiry(time, info.authorizationExpiry);
        bytes32 hash = getHash(info);
        PaymentState storage state = paymentState[hash];
        if (state.capturableAmount < amount) revert InsufficientAuthorization(hash, state.capturableAmount, amount);
        state.capturableAmount -= uint120(amount);
        state.refundableAmount += uint120(amount);
        emit PaymentCaptured(hash, amount, feeBps, feeReceiver);
        pay(info, amount, feeBps, feeReceiver);
    }

    function void(PaymentInfo calldata info) external alone by(info.operator) {
        bytes32 hash = getHash(info);
        uint256 amount = takeAuthorized(hash);
        emit PaymentVoided(hash, amount);
        send(info.token, info.payer, amount);
    }

    function reclaim(PaymentInfo calldata info) external alone by(info.payer) {
        uint48 time = uint48(block.timestamp);
        if (time < info.authorizationExpiry) revert BeforeAuthorizationExpiry(time, info.authorizationExpiry);
        bytes32 hash = getHash(info);
        uint256 amount = takeAuthorized(hash);
        emit PaymentReclaimed(hash, amount);
        send(info.token, info.payer, amount);
    }

    function refund(PaymentInfo calldata info, uint256 amount, address collector, bytes calldata data)
        external
        alone
        by(info.operator)
    {
        if (amount == 0) revert ZeroAmount();
        uint48 time = uint48(block.timestamp);
        if (time >= info.refundExpiry) revert AfterRefundExpiry(time, info.refundExpiry);
        bytes32 hash = getHash(info);
        uint120 captured = paymentState[hash].refundableAmount;
        if (captured < amount) revert RefundExceedsCapture(amount, captured);
        paymentState[hash].refundableAmount = captured - uint120(amount);
        emit PaymentRefunded(hash, amount, collector);
        collect(info, amount, collector, data, 1);
        send(info.token, info.payer, amount);
    }

    function getHash(PaymentInfo calldata info) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), keccak256(abi.encode(PAYMENT_INFO_TYPEHASH, info))));
    }

    function getTokenStore(address) external view returns (address) {
        return address(this);
    }

    function begun(PaymentInfo calldata info, uint256 amount) private view returns (bytes32 hash) {
        if (amount == 0) revert ZeroAmount();
        if (amount > info.maxAmount) revert ExceedsMaxAmount(amount, info.maxAmount);
        uint48 time = uint48(block.timestamp);
        if (time >= info.preApprovalExpiry) revert AfterPreApprovalExpiry(time, info.preApprovalExpiry);
        if (info.preApprovalExpiry > info.authorizationExpiry || info.authorizationExpiry > info.refundExpiry) {
            revert InvalidExpiries(info.preApprovalExpiry, info.authorizationExpiry, info.refundExpiry);
        }
        hash = getHash(info);
        if (paymentState[hash].hasCollectedPayment) revert PaymentAlreadyCollected(hash);
    }

    function checkFee(PaymentInfo calldata info, uint16 feeBps, address feeReceiver) private pure {
        if (feeBps < info.minFeeBps || feeBps > info.maxFeeBps) {
            revert FeeBpsOutOfRange(feeBps, info.minFeeBps, info.maxFeeBps);
        }
        if (info.feeReceiver != address(0) && feeReceiver != info.feeReceiver) {
            revert InvalidFeeReceiver(feeReceiver, info.feeReceiver);
        }
    }

    function pay(PaymentInfo calldata info, uint256 amount, uint16 feeBps, address feeReceiver) private {
        uint256 fee = amount * feeBps / 10_000;
        if (fee > 0) send(info.token, feeReceiver, fee);
        send(info.token, info.receiver, amount - fee);
    }

    function takeAuthorized(bytes32 hash) private returns (uint256 amount) {
        amount = paymentState[hash].capturableAmount;
        if (amount == 0) revert ZeroAuthorization(hash);
        paymentState[hash].capturableAmount = 0;
    }

    function collect(PaymentInfo calldata info, uint256 amount, address collector, bytes calldata data, uint8 kind)
        private
    {
        if (ICollector(collector).collectorType() != kind) revert InvalidCollectorForOperation();
        uint256 before = IToken(info.token).balanceOf(address(this));
        ICollector(collector).collectTokens(info, address(this), amount, data);
        if (IToken(info.token).balanceOf(address(this)) != before + amount) revert TokenCollectionFailed();
    }

    function send(address token, address to, uint256 amount) private {
        require(IToken(token).transfer(to, amount), "transfer failed");
    }
}

abstract contract Collector {
    Escrow internal constant ESCROW = Escrow(0xBdEA0D1bcC5966192B070Fdf62aB4EF5b4420cff);

    error OnlyAuthCaptureEscrow();

    modifier onlyEscrow() {
        if (msg.sender != address(ESCROW)) revert OnlyAuthCaptureEscrow();
        _;
    }
}

/// Takes the tokens by the payer's EIP-3009 signature, whose nonce is the payment.
contract Eip3009Collector is Collector {
    bytes32 private constant MAGIC = 0x6492649264926492649264926492649264926492649264926492649264926492;
    IMulticall private constant MULTICALL = IMulticall(0xcA11bde05977b3631167028862bE2a173976CA11);

    function collectorType() external pure returns (uint8) {
        return 0;
    }

    function collectTokens(PaymentInfo calldata info, address store, uint256 amount, bytes calldata signature)
        external
        onlyEscrow
    {
        PaymentInfo memory anybodys = info;
        anybodys.payer = address(0);
        bytes32 nonce = ESCROW.getHash(anybodys);
        IToken token = IToken(info.token);
        token.receiveWithAuthorization(
            info.payer, address(this), info.maxAmount, 0, info.preApprovalExpiry, nonce, prepared(signature)
        );
        if (info.maxAmount > amount) require(token.transfer(info.payer, info.maxAmount - amount), "transfer failed");
        require(token.transfer(store, amount), "transfer failed");
    }

    /// Makes the payer's wallet first if the signature says how (ERC-6492), whatever comes of it.
    function prepared(bytes calldata signature) private returns (bytes memory inner) {
        if (signature.length < 32) return signature;
        uint256 end = signature.length - 32;
        if (bytes32(signature[end:]) != MAGIC) return signature;
        IMulticall.Call[] memory calls = new IMulticall.Call[](1);
        (calls[0].target, calls[0].callData, inner) = abi.decode(signature[:end], (address, bytes, bytes));
        MULTICALL.tryAggregate(false, calls);
    }
}

/// Takes a refund from the operator, who has approved this contract.
contract OperatorRefundCollector is Collector {
    function collectorType() external pure returns (uint8) {
        return 1;
    }

    function collectTokens(PaymentInfo calldata info, address store, uint256 amount, bytes calldata)
        external
        onlyEscrow
    {
        require(IToken(info.token).transferFrom(info.operator, store, amount), "transfer failed");
    }
}
