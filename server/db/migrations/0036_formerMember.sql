-- The account that stands for deleted ones has a key that no name has. Accounts of members with its name get another
-- one; see `renameFormerMembers`.
update users set username_key = 'a former member ' where email_key = 'former-member';
