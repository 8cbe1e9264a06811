-- What was submitted and has not left its sender is among what was sent, too: it was the
-- sender's, and neither sent (2) nor unfinished (64).
UPDATE `participants` SET `views` = `views` | 32770 WHERE `role` = 'sender' AND `reached` = 1 AND `account_id` IS NOT NULL AND `views` & 66 = 0;
