-- Invites that were queued before count for their mailbox from now on.
UPDATE `outbox` SET `mailbox` = `recipient` WHERE `kind` = 'invite' AND `mailbox` IS NULL;
