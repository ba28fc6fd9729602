-- The shop's page to find tickets is no shop. Not looked for among those that there are: none should stop an update.
alter table shop_slugs drop constraint shop_slugs_none_of_the_shop;
alter table shop_slugs
  add constraint shop_slugs_none_of_the_shop check (
    slug not in (
      'assets', 'basket', 'embed', 'events', 'find-tickets', 'legal', 'members', 'memberships', 'orders', 'seats', 'signed-in',
      'tickets'
    )
  ) not valid;
