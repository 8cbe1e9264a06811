-- No wallet has signed for these: whoever named one proves it anew, and is paid at no other.
DELETE FROM `payout_addresses`;
