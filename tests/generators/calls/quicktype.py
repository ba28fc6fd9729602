# The simplest body of each call, as somebody writes it who has read no more than what is required.
from schemas import (
    AddItem, CancelOrder, CheckoutBasket, CheckoutBasketCustomer, CreateEvent, CreatePrice, CreatePriceCategory,
    CreateDiscount, CreateSsoProvider, CreateVenue, OpenBasket, OpenBasketItem, RollAPIKey,
)

bodies = [
    CreateVenue(name="Harbour Park"),
    CreateEvent(title="Harbour Derby", event_start_unix=1_900_000_000),
    CreatePriceCategory(title="North Stand", capacity=200),
    CreatePrice(price_category_id=8, title="Adult", price=25),
    CreateDiscount(code="EARLY"),
    OpenBasket(items=[OpenBasketItem(price_id=12, quantity=2)]),
    AddItem(price_id=12),
    CheckoutBasket(customer=CheckoutBasketCustomer(email="ada@example.org", first_name="Ada", last_name="Okafor")),
    CancelOrder(),
    RollAPIKey(),
    CreateSsoProvider(name="Club account", issuer="https://id.example.org", audiences=["ticket-pages"]),
]
assert all(body.to_dict() is not None for body in bodies)
