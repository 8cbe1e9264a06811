// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// For tests alone: a wallet that is a contract (ERC-1271), what makes it once it is needed
// (ERC-6492), and the public contract that makes calls in nobody's name (Multicall3).

contract Wallet {
    address public owner;
    bool private isGreedy;

    constructor(address owner_) {
        owner = owner_;
    }

    modifier byOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    function setOwner(address value) external byOwner {
        owner = value;
    }

    /// From then on it takes all the gas that it is given.
    function setGreedy() external byOwner {
        isGreedy = true;
    }

    function act(address to, bytes calldata data) external byOwner {
        (bool ok,) = to.call(data);
        require(ok, "call failed");
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (isGreedy) while (true) {}
        (uint256 index, bytes memory inner) = abi.decode(signature, (uint256, bytes));
        // Of this wallet alone, should its owner have another.
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", address(this), hash));
        return index == 0 && signerOf(digest, inner) == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }

    function signerOf(bytes32 digest, bytes memory signature) private pure returns (address) {
        bytes32 r;
        bytes32 s;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        return ecrecover(digest, uint8(signature[64]), r, s);
    }
}

contract WalletFactory {
    function create(address owner, bytes32 salt) external returns (address) {
        return address(new Wallet{salt: salt}(owner));
    }
}

contract Multicall {
    struct Call {
        address target;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function tryAggregate(bool requireSuccess, Call[] calldata calls)
        external
        payable
        returns (Result[] memory results)
    {
        results = new Result[](calls.length);
        for (uint256 at; at < calls.length; at++) {
            (bool ok, bytes memory answer) = calls[at].target.call(calls[at].callData);
            require(ok || !requireSuccess, "Multicall3: call failed");
            results[at] = Result(ok, answer);
        }
    }
}
