-- What one order, one customer and one address may take of the stock. A publishable key stands in every shop's page: without a
-- cap, whoever reads it there could hold a whole event for nothing, again and again.

alter table prices
  -- Units in one order; null: as many as there are. Staff at the box office may sell more.
  add column max_per_order integer default 10 check (max_per_order between 1 and 10000),
  -- Units that one customer may have in all orders together; null: no cap.
  add column max_per_customer integer check (max_per_customer between 1 and 10000);

alter table events
  -- Tickets that one customer may have in all orders together; null: no cap.
  add column max_per_customer integer check (max_per_customer between 1 and 10000);
