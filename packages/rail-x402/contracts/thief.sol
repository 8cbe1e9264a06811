// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// For tests alone: an operator who calls the escrow again from within a transfer.
contract Thief {
    address private target;
    bytes private call_;

    function plan(address escrow, bytes calldata data) external {
        target = escrow;
        call_ = data;
    }

    function act(address escrow, bytes calldata data) external {
        (bool ok, bytes memory answer) = escrow.call(data);
        if (!ok) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
    }

    function onTransfer() external {
        if (call_.length == 0) return;
        (bool ok, bytes memory answer) = target.call(call_);
        if (!ok) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
    }
}
