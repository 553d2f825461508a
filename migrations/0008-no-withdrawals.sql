-- Open pages ask again for what they show (docs/decisions/011-open-pages.md). A migration of its own, because a backup of
-- the last version before the baseline holds this table.
drop function if exists tell_withdrawal(), tell_wishes_withdrawn() cascade;
drop function if exists person_key(uuid);
drop table withdrawals;
