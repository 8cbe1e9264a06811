// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// For tests alone: USDC (v2.2) as far as an escrow needs it (ERC-20, EIP-3009 by keys and by
// wallets that are contracts, pause), and on demand the vices of other tokens: a fee on each transfer, a call back to the receiver.

interface IHook {
    function onTransfer() external;
}

interface IWallet {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}

contract Token {
    string public constant name = "USDC";
    string public constant version = "2";
    uint8 public constant decimals = 6;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => mapping(bytes32 => bool)) public authorizationState;
    bool public paused;
    uint256 public transferFee;
    address public hook;

    bytes32 private constant RECEIVE_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant TRANSFER_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setPaused(bool value) external {
        paused = value;
    }

    function setTransferFee(uint256 value) external {
        transferFee = value;
    }

    function setHook(address value) external {
        hook = value;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        require(to == msg.sender, "FiatTokenV2: caller must be the payee");
        useAuthorization(RECEIVE_TYPEHASH, Signed(from, to, value, validAfter, validBefore, nonce), signature);
        move(from, to, value);
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        Signed memory signed = Signed(from, to, value, validAfter, validBefore, nonce);
        useAuthorization(TRANSFER_TYPEHASH, signed, abi.encodePacked(r, s, v));
        move(signed.from, signed.to, signed.value);
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        useAuthorization(TRANSFER_TYPEHASH, Signed(from, to, value, validAfter, validBefore, nonce), signature);
        move(from, to, value);
    }

    struct Signed {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }

    function useAuthorization(bytes32 kind, Signed memory signed, bytes memory signature) private {
        require(block.timestamp > signed.validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < signed.validBefore, "FiatTokenV2: authorization is expired");
        require(
            !authorizationState[signed.from][signed.nonce], "FiatTokenV2: authorization is used or canceled"
        );
        bytes32 digest = keccak256(
            abi.encodePacked("\x19\x01", domainSeparator(), keccak256(abi.encode(kind, signed)))
        );
        require(
            signed.from != address(0) && isSignedBy(signed.from, digest, signature),
            "FiatTokenV2: invalid signature"
        );
        authorizationState[signed.from][signed.nonce] = true;
        emit AuthorizationUsed(signed.from, signed.nonce);
    }

    function domainSeparator() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                DOMAIN_TYPEHASH, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this)
            )
        );
    }

    function isSignedBy(address signer, bytes32 digest, bytes memory signature) private view returns (bool) {
        if (signer.code.length == 0) return signerOf(digest, signature) == signer;
        (bool ok, bytes memory answer) =
            signer.staticcall(abi.encodeCall(IWallet.isValidSignature, (digest, signature)));
        return ok && answer.length >= 32 && abi.decode(answer, (bytes32)) == bytes32(bytes4(0x1626ba7e));
    }

    function signerOf(bytes32 digest, bytes memory signature) private pure returns (address) {
        require(signature.length == 65, "ECRecover: invalid signature length");
        bytes32 r;
        bytes32 s;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        return ecrecover(digest, uint8(signature[64]), r, s);
    }

    function move(address from, address to, uint256 value) private {
        require(!paused, "Pausable: paused");
        require(balanceOf[from] >= value, "ERC20: transfer amount exceeds balance");
        balanceOf[from] -= value;
        balanceOf[to] += value - transferFee;
        emit Transfer(from, to, value - transferFee);
        if (hook != address(0)) IHook(hook).onTransfer();
    }
}
