-- Never has a row: reading an organisation's none is answered by the node of a cluster that has its other rows. A lock that is taken
-- beside it is that node's, whichever node one came to, so that everybody meets there (platform/postgres/at-shard.ts).
create table organisation_anchors (
  org_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (org_id)
);

-- The nodes of a cluster give ids of blocks that no other node ever has: how many of them each sequence has given away
-- (platform/postgres/id-blocks.ts).
create table id_blocks (
  sequence_name text primary key check (length(sequence_name) between 1 and 63),
  blocks_given integer not null check (blocks_given > 0),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

-- Messages are numbered in the order of their ids. Those of an organisation are drawn by the node that has its rows, whichever
-- node they came to: 0 asks for the next one there.
create function draw_message_id() returns trigger language plpgsql as $$
begin
  new.message_id := nextval('webhook_messages_message_id_seq');
  return new;
end
$$;
create trigger webhook_messages_draw_id
  before insert on webhook_messages
  for each row when (new.message_id = 0)
  execute function draw_message_id();
