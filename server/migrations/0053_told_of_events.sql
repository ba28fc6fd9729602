-- Whoever was passed a ticket is told of its event as its buyer is: the ticket whose holder the mail goes to. Null: to the buyer.
alter table mails add column ticket_id bigint;

-- An event that is cancelled is told the way a move is. It is not waited with, since there is no way back.
alter table event_moves add column cancelled boolean not null default false;
-- Why, in the organisation's words.
alter table event_moves add column reason text;
alter table event_moves add constraint event_moves_reason check (length(reason) between 1 and 500);
