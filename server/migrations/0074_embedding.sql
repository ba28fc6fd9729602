-- Sites that may show the organisation's shop in a frame: origins, such as https://club.example. Nobody else may.
alter table organisations add column embed_origins text[] not null default '{}';
alter table organisations add constraint organisations_embed_origins
  check (cardinality(embed_origins) <= 20 and array_position(embed_origins, null) is null);
