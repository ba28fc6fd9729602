// Made from openapi.json by npm run openapi. Do not change it by hand.

import type { CallOptions } from '../calling/call-options.ts'
import type { List } from '../calling/list.ts'
import type {
  AcceptInvitation,
  AccountingSettings,
  AddItem,
  AddPasskey,
  AddSeatSection,
  AddShopDomain,
  AddTag,
  AdvanceClock,
  ApiKey,
  ApiKeyList,
  ApiKeyWithSecret,
  AssignSeat,
  AttentionList,
  AuditEntryList,
  AvailabilityList,
  AwaitedTransferList,
  BankLine,
  BankLineList,
  BankStatement,
  BankStatementList,
  Basket,
  BeginSignOn,
  BookBankLine,
  CancelEvent,
  CancelMember,
  CancelMembership,
  CancelOrder,
  Cancellation,
  CancelledEvent,
  CancelledOrder,
  CardPage,
  CardReaderList,
  CardSecret,
  ChangeBasket,
  ChangeCustomer,
  ChangeDevice,
  ChangeDiscount,
  ChangeEvent,
  ChangeGate,
  ChangeItem,
  ChangeMail,
  ChangeMember,
  ChangeMembershipCategory,
  ChangeMembershipPaymentOption,
  ChangeMembershipType,
  ChangeOrganisation,
  ChangeOwnCard,
  ChangePassword,
  ChangePrice,
  ChangePriceCategory,
  ChangePriceList,
  ChangeQuestion,
  ChangeRefundRequest,
  ChangeSeason,
  ChangeSeat,
  ChangeSeatMap,
  ChangeSeatSection,
  ChangeSsoProvider,
  ChangeTaxRate,
  ChangeTeamMember,
  ChangeTicket,
  ChangeTransferAccount,
  ChangeVenue,
  ChangeWebhookEndpoint,
  CheckSupervisorCode,
  CheckedCode,
  Checkout,
  CheckoutBasket,
  CloseTill,
  CollectionLadder,
  CollectionLadderPreview,
  CollectionStages,
  ComparedEventSales,
  CompleteOnboarding,
  ConfirmSsoLink,
  ConfirmTotp,
  CopiedEvents,
  CopyEvent,
  CreateApiKey,
  CreateCustomer,
  CreateDevice,
  CreateDiscount,
  CreateDocumentSeries,
  CreateEvent,
  CreateGate,
  CreateMember,
  CreateMembershipCategory,
  CreateMembershipPaymentOption,
  CreateMembershipType,
  CreateOrder,
  CreateOrderNote,
  CreatePaymentLink,
  CreatePrice,
  CreatePriceCategory,
  CreatePriceList,
  CreateQuestion,
  CreateRun,
  CreateSaleLink,
  CreateScan,
  CreateSeason,
  CreateSsoProvider,
  CreateStewardMessage,
  CreateTaxRate,
  CreateVenue,
  CreateWebhookEndpoint,
  CreatedMember,
  Credit,
  CreditEntryList,
  CreditList,
  Customer,
  CustomerExport,
  CustomerOpenItems,
  Debt,
  DebtLink,
  DebtList,
  DebtWithEntries,
  DeletedEventSigningKey,
  DeletedWebhookEndpoint,
  DeliverDocument,
  Device,
  DeviceList,
  DeviceWithCode,
  Discount,
  DiscountList,
  DocumentDelivery,
  DocumentList,
  DocumentRecipient,
  DocumentSeries,
  DocumentSeriesList,
  DocumentSettings,
  EndedSession,
  EnrolDevice,
  EnrolledDevice,
  EraseCustomer,
  EventMoveList,
  EventPreview,
  EventSeats,
  EventSigningKey,
  EventSigningKeyList,
  ExchangeSeat,
  ExtendKeptSeats,
  ExtendTransferOrder,
  FindTickets,
  FinishSignOn,
  FiscalSettings,
  FulfilMembers,
  Fulfilment,
  Gate,
  GateDevice,
  GateEventList,
  GateList,
  GateScan,
  GiveOwnAccount,
  GoogleWalletLink,
  GrantCredit,
  Health,
  ImportBankStatement,
  ImportPeople,
  ImportResult,
  ImportSeatMap,
  ImportTranslations,
  ImportedTranslations,
  Instalment,
  InstalmentList,
  InviteTeamMember,
  KeepSeat,
  LegalPage,
  LegalPageList,
  LegalPageOfShop,
  LiftedMailSuppression,
  ListedTicketList,
  LookAtInvitation,
  LookAtSignOn,
  LostSeatList,
  Mail,
  MailList,
  MailPreview,
  MailSuppressionList,
  ManagedListedOrderList,
  ManagedMembershipCategoryList,
  ManagedMembershipPaymentOptionList,
  ManagedMembershipTypeList,
  ManagedOrder,
  ManagedPrice,
  ManagedPriceList,
  ManagedRefundRequest,
  ManagedRefundRequestList,
  ManagedTicketedEventList,
  Mandate,
  MandateList,
  MandateText,
  MandateWithPlans,
  Manifest,
  Member,
  MemberCode,
  MemberProof,
  MemberTermList,
  MembershipCancellation,
  MembershipCategory,
  MembershipCategoryList,
  MembershipOnSaleList,
  MembershipPaymentOption,
  MembershipPaymentOptionList,
  MembershipPlan,
  MembershipRenewalList,
  MembershipType,
  MembershipTypeList,
  MergeCustomers,
  MissingPaymentList,
  MoneyBackAccount,
  MoveCash,
  MoveInstalment,
  NewSecret,
  Occupancy,
  OpenBasket,
  OpenTill,
  OperatorInvoiceList,
  OrderList,
  OrderMailList,
  OrderNote,
  OrderWithTickets,
  Organisation,
  OrganisationClock,
  OrganisationSales,
  OwnCardChange,
  OwnCodes,
  OwnCreditList,
  OwnDebt,
  OwnRecipient,
  OwnTransfer,
  PassOnTicket,
  Passkey,
  PasskeyList,
  PasskeyRemoved,
  PasswordChanged,
  PasswordResetRequested,
  PayDebtByCredit,
  PayOwnDebt,
  PaymentAccount,
  PaymentAccountOnboarding,
  PaymentDomainList,
  PaymentLink,
  PaymentMethods,
  PaymentReturn,
  PayoutList,
  PayoutMovementList,
  PayoutWithParts,
  PeppolAccessPoint,
  PeppolAccessPointRemoved,
  PeppolAccessPointTest,
  PreviewCollectionLadder,
  PreviewSale,
  PriceCategory,
  PriceCategoryList,
  PriceCategoryStatsList,
  PriceList,
  PriceStatsList,
  Programme,
  ProveIdentity,
  ProveMember,
  Question,
  QuestionList,
  ReaderPayment,
  Reconciliation,
  RecordPaymentDebt,
  RecordTransferOrder,
  RecoveryCodes,
  Refund,
  RefundList,
  RefundOrder,
  RefundRun,
  RefundRunOrderList,
  ReimportSeatMap,
  RemoveTag,
  RemovedShopDomain,
  RenameHolder,
  RenamePasskey,
  RenewMember,
  RenewableMembershipList,
  ReplaceAccountingSettings,
  ReplaceCollectionLadder,
  ReplaceDocumentSettings,
  ReplaceFiscalSettings,
  ReplayWebhookEndpoint,
  ReportPassage,
  RequestMemberCode,
  RequestPasswordReset,
  RequestRefund,
  RequestSsoLink,
  ResendOrder,
  ResentOrder,
  ResetPassword,
  ResolveScanConflict,
  RetryReaderPayment,
  ReverseDebt,
  RevokeDevice,
  RollApiKey,
  RollWebhookSecret,
  Run,
  RunItemList,
  RunList,
  SaleLink,
  SalePreview,
  SalesSummaryRowList,
  SampleClock,
  SavedPriceList,
  SavedPriceListList,
  ScanConflict,
  ScanConflictList,
  ScanList,
  ScanPassage,
  SearchResult,
  Season,
  SeasonEventList,
  SeasonFigures,
  SeasonList,
  SeasonSeatDrawing,
  SeasonSeatList,
  SeasonSeats,
  Seat,
  SeatDrawing,
  SeatList,
  SeatMap,
  SeatMapList,
  SeatMapWithSections,
  SeatSection,
  SetAppleWallet,
  SetAsideBankLine,
  SetDocumentRecipient,
  SetGoogleWallet,
  SetLegalPage,
  SetPageRecipient,
  SetPeppolAccessPoint,
  SetStaffProvider,
  SetTrackingCode,
  SettleOrder,
  SettlePaymentReturn,
  Setup,
  ShopDomain,
  ShopDomainList,
  SignIn,
  SignInByLink,
  SignInByPasskey,
  SignOnBegun,
  SignedIn,
  SsoLink,
  SsoLinkCode,
  SsoMembershipList,
  SsoOrderList,
  SsoOrderSecret,
  SsoProvider,
  SsoProviderList,
  SsoProviderTest,
  SsoTicketList,
  StaffInvitation,
  StaffMember,
  StaffMemberList,
  StaffProvider,
  StaffProviderRemoved,
  StaffSessionList,
  StaffSignOn,
  StartOnboarding,
  StartRefundRun,
  StewardMessage,
  Storefront,
  SupervisorCode,
  SwitchPaymentMethod,
  TagCountList,
  TaggedCustomer,
  TaggedCustomerList,
  TaggedMember,
  TaggedMemberList,
  TaggedObject,
  TakenScans,
  Takings,
  TaxRate,
  TaxRateList,
  TaxReport,
  Ticket,
  TicketPage,
  TicketedEvent,
  TicketedEventList,
  TicketsMailed,
  TillCloseList,
  TillCloseReport,
  TillList,
  TillReceiptList,
  TillReport,
  TimelineEntryList,
  TotpRemoved,
  TotpSecret,
  TrackingCode,
  TransferAccount,
  TransferTicket,
  UploadPicture,
  UploadScans,
  UploadSealedScans,
  UploadedPicture,
  UploadedScans,
  UsePriceList,
  Venue,
  VenueList,
  WaiveDebt,
  Wallets,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointDetail,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
  WebhookMessageList,
  WebhookReplay,
  Whitelist,
  WithdrawCredit,
} from './models.ts'

export type Operations = {
  apiKeys: {
    /** List API keys. All of them, without their secrets, newest first; at most 1,000. */
    list(options?: CallOptions): List<ApiKeyList>
    /** Create an API key. The answer is the only place where the key itself ever appears. */
    create(input: CreateApiKey, options?: CallOptions): Promise<ApiKeyWithSecret>
    /** Replace an API key. The new key has the name, scopes and limits of the old one, which works on for the overlap. Needs every scope that the key has. A gate key is replaced by a new enrolment code of its device. */
    roll(keyId: string | number, input?: RollApiKey, options?: CallOptions): Promise<ApiKeyWithSecret>
    /** Revoke an API key. Takes effect everywhere within 5 seconds. Revoking twice is revoking once. Needs every scope that the key has. */
    revoke(keyId: string | number, options?: CallOptions): Promise<ApiKey>
  }
  auditLog: {
    /** Read the audit log. Who changed what and when, newest first. Values of personal fields are not kept. */
    list(input?: {
  object_type?: string | undefined
  /** needs object_type */
  object_id?: string | undefined
  actor_kind?: 'api_key' | 'staff' | 'device' | 'cli' | 'system' | 'holder' | undefined
  /** needs actor_kind */
  actor_id?: string | undefined
  /** only changes after this Unix time */
  unix_start?: number | undefined
  /** only changes before this Unix time */
  unix_end?: number | undefined
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<AuditEntryList>
  }
  bank: {
    /** List bank statements. Those that were imported, the latest first, with what became of their lines. */
    listStatements(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
}, options?: CallOptions): List<BankStatementList>
    /** Import a bank statement. All of its movements, or none: an error names the line that cannot be read. The same file again, and movements that an earlier file had, change nothing. What names an order or a debt by its reference is booked; the rest is in the list of bank lines, unclear or set aside. Of long files the worker matches what is `waiting`. */
    importStatement(input: ImportBankStatement, options?: CallOptions): Promise<BankStatement>
    /** List bank lines. What has come and gone, as the bank’s statements say, the latest first. */
    listLines(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  status?: 'new' | 'booking' | 'booked' | 'unclear' | 'set_aside' | undefined
  /** only those that came with this file */
  bank_statement_id?: number | undefined
  /** only those that were booked to, or name, this order */
  order_id?: number | undefined
}, options?: CallOptions): List<BankLineList>
    /** Retrieve a bank line. With why it was not booked by itself, and the order or debt that its amount and name suggest. */
    retrieveLine(bankLineId: string | number, options?: CallOptions): Promise<BankLine>
    /** Book an unclear bank line. To an order, a debt or a payout. Less than it costs leaves an order waiting, and a debt open, for the rest; what is too much is owed back. What is paid already takes no more: book it as owed_back. */
    bookLine(bankLineId: string | number, input?: BookBankLine, options?: CallOptions): Promise<BankLine>
    /** Set a bank line aside. An unclear line that pays for nothing here, such as a sponsor’s. It can be opened again. */
    setAsideLine(bankLineId: string | number, input: SetAsideBankLine, options?: CallOptions): Promise<BankLine>
    /** Open a bank line again. One that was set aside, or a part that its order still waits with, is unclear again. What has confirmed an order or paid a debt stays: `can_reopen` says so. */
    reopenLine(bankLineId: string | number, options?: CallOptions): Promise<BankLine>
    /** List awaited transfers. Orders whose places wait for a bank transfer, the next deadline first. */
    listAwaitedTransfers(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  /** only that of this order */
  order_id?: number | undefined
}, options?: CallOptions): List<AwaitedTransferList>
  }
  baskets: {
    /** List what the buyer of a basket can renew. The memberships of the person who was proven to buy the basket that can go on now, each with the types on sale by which it can. To renew one, add an item with its `membership_member_id` and one of these types. Without a proof it is `member_proof_required`. */
    listRenewals(basketId: string | number, options?: CallOptions): List<RenewableMembershipList>
    /** Open a basket. It expires 15 minutes after the last change, and 60 minutes after it was opened at the latest. With `items` it is opened with their places held, or not at all: the refusal is that of adding an item, and `param` says of which one. */
    open(input?: OpenBasket, options?: CallOptions): Promise<Basket>
    /** Retrieve a basket. Anyone with its id may: it is long and random. Reading does not prolong it. Once it is being paid, or has been, `order` has the secret that opens the order. */
    retrieve(basketId: string | number, options?: CallOptions): Promise<Basket>
    /** Give up a basket. Its places are free at once. A basket that is being paid, or has been, cannot be given up. */
    abandon(basketId: string | number, options?: CallOptions): Promise<Basket>
    /** Set the discount code of a basket, or prolong it. Whether the code can still be used is decided when the basket is checked out. Like every change it gives the basket its full time again, an hour from its opening at most; without any field it does nothing else. */
    change(basketId: string | number, input?: ChangeBasket, options?: CallOptions): Promise<Basket>
    /** Add an item to a basket. Tickets at a price, or a membership. Holds the places at once, until the basket expires. 409 `sold_out` says with `available` how many units are left, or, for `best_available`, how many side by side; 409 `seat_taken` names the seats in `seat_ids`. */
    addItem(basketId: string | number, input?: AddItem, options?: CallOptions): Promise<Basket>
    /** Remove an item from a basket. Its places are free at once. A basket without items may be filled for another event. */
    removeItem(basketId: string | number, itemId: string | number, options?: CallOptions): Promise<Basket>
    /** Change the quantity of an item. At the price that the item was added at. More than there was is held at once, or refused with `sold_out`. Of seats some are given back, and the others stay held throughout; other seats are another item. */
    changeItem(basketId: string | number, itemId: string | number, input: ChangeItem, options?: CallOptions): Promise<Basket>
    /** Ask for a code that proves a member. Mails six digits to the address, if the organisation knows a member by it. They last 10 minutes and 5 tries, for this basket, and a new code replaces the one before. The answer does not tell whether there is such a member. */
    requestMemberCode(basketId: string | number, input: RequestMemberCode, options?: CallOptions): Promise<MemberCode>
    /** Prove which member buys a basket. Members-only prices are sold to a proven member alone. Send one of: the `code` that was mailed, a `link_token`, a `membership_member_id` (secret keys only), or an X-SSO-Token and nothing else. The latest proof counts. Which prices the person may buy, and how many, is decided when the basket is checked out. */
    proveMember(basketId: string | number, input?: ProveMember, options?: CallOptions): Promise<MemberProof>
    /** Check out a basket. Answers with the order: `confirmed`, with its tickets, or `pending`, with a `next_action` where the fan has to do something first, and with null where the provider has not answered; it is asked again until it does, and repeating the checkout asks at once. 402 when the payment was declined: the basket is open again, and the next checkout pays the same order. A basket is checked out once at most, with or without an Idempotency-Key. With an X-SSO-Token, the signed-in fan is linked to the customer that the order creates. */
    checkout(basketId: string | number, input: CheckoutBasket, options?: CallOptions): Promise<Checkout>
    /** Call off the payment of a basket. For a buyer who is back from their bank without having paid, and wants to pay another way. The payment is called off at the provider, and the basket is `open` again, with its places. Where it was paid meanwhile, the basket is `checked_out`; where the bank has taken it and the money is on its way, it cannot be called off: 409. A basket that is not being paid stays as it is. */
    cancelPayment(basketId: string | number, options?: CallOptions): Promise<Basket>
  }
  boxOffice: {
    /** Sell at the box office by a link to pay. Holds tickets and memberships for 15 minutes by the rules of the box office; the fan opens the link on their phone, sees what is due now and by a plan later, and pays in the shop, by card or whatever else it offers. Ask for the link to see when it is paid. */
    createPaymentLink(input: CreatePaymentLink, options?: CallOptions): Promise<PaymentLink>
    /** See whether a link was paid. Asking costs little: once a second is fine. */
    retrievePaymentLink(paymentLinkId: string | number, options?: CallOptions): Promise<PaymentLink>
    /** Take a link to pay back. Its places are free at once. One that is being paid, or has been, cannot be taken back. */
    cancelPaymentLink(paymentLinkId: string | number, options?: CallOptions): Promise<PaymentLink>
    /** Look a discount code up at the box office. What it takes off; or, in the words of a sale, why the event cannot be sold with it now. */
    lookUpDiscount(input: {
  /** in any case of letters */
  code: string
  event_id: string | number
}, options?: CallOptions): Promise<Discount>
    /** Preview a sale at the box office. What it would cost now, seats and plans included, or why it cannot be had, in the words of the sale. Nothing is held. */
    previewSale(input: PreviewSale, options?: CallOptions): Promise<SalePreview>
    /** List the card readers. Those of the payment account; in a sandbox, pretended ones for each thing that can happen. */
    listCardReaders(options?: CallOptions): List<CardReaderList>
    /** See how a card on a reader goes on. Asks the provider, and confirms the order once it is paid: once a second is fine. */
    retrieveReaderPayment(orderId: string | number, options?: CallOptions): Promise<ReaderPayment>
    /** Send a declined order to a reader again. For another card, or to another reader. While the last payment is undecided, nothing is sent. */
    retryReaderPayment(orderId: string | number, input: RetryReaderPayment, options?: CallOptions): Promise<ReaderPayment>
    /** Take an order back from a reader. Its places are free at once. Where the card was quicker it is paid, and where the provider does not answer it is unknown: ask again. */
    cancelReaderPayment(orderId: string | number, options?: CallOptions): Promise<ReaderPayment>
    /** List tills. Drawers of cash at the box office, newest first. */
    listTills(input?: {
  status?: 'open' | 'closed' | undefined
  /** true: those that you opened */
  mine?: boolean | undefined
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
}, options?: CallOptions): List<TillList>
    /** Open a till. With the cash that is in the drawer. A person has one open till, and so has a counter. */
    openTill(input: OpenTill, options?: CallOptions): Promise<TillReport>
    /** Read a till, with its report. What was sold from it by payment method, and the cash that should be in it. */
    retrieveTill(tillId: string | number, options?: CallOptions): Promise<TillReport>
    /** Put cash into a till, or take some out. Sales and refunds count by themselves. A till that another person or key opened needs the scope tills:manage. */
    moveCash(tillId: string | number, input: MoveCash, options?: CallOptions): Promise<TillReport>
    /** Close a till with a count. The answer is its report, with the difference. Nothing is sold from it any more; its close is kept for ever, by the next number of the counter. A till that another person or key opened needs the scope tills:manage. */
    closeTill(tillId: string | number, input: CloseTill, options?: CallOptions): Promise<TillReport>
    /** List closes of tills. As they were counted, the latest first. Each counter has numbers of its own, without a gap. */
    listTillCloses(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  /** only those of the counter of this name */
  name?: string | undefined
  /** only those closed at this Unix time or after */
  unix_start?: number | undefined
  /** only those closed before this Unix time */
  unix_end?: number | undefined
}, options?: CallOptions): List<TillCloseList>
    /** Read the close of a till. With its sums by payment method and by rate of tax. It never changes; what came later is in the next one of its counter. */
    retrieveTillClose(tillCloseId: string | number, options?: CallOptions): Promise<TillCloseReport>
    /** List receipts of counters. What happened at counters, the latest first, as it was rounded and signed. */
    listTillReceipts(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  /** only those of this till */
  till_id?: number | undefined
  /** only those of this order */
  order_id?: number | undefined
}, options?: CallOptions): List<TillReceiptList>
    /** Retrieve a receipt of a counter as a PDF. For a printer of rolls, 80 mm wide: what was sold, its tax, the rounding, and what the device has signed. */
    retrieveTillReceiptPdf(tillReceiptId: string | number, options?: CallOptions): Promise<Response>
    /** Read how cash is signed. By which law a device signs what happens at the counter in cash, and by which device. */
    retrieveFiscalSettings(options?: CallOptions): Promise<FiscalSettings>
    /** Say how cash is signed. From now on each sale, refund and close in cash at the counter is signed as this law asks. A sandbox has a simulated device; a live organisation needs a real one, of which there is none yet: 409. */
    replaceFiscalSettings(input: ReplaceFiscalSettings, options?: CallOptions): Promise<FiscalSettings>
  }
  cardPage: {
    /** Retrieve what the page of a member’s card shows. Needs no key: the secret says whose card it is. With the code that the gates take, what is still to pay, and links to pay it by. The page itself is /t/{card_secret}. */
    retrieve(options?: CallOptions): Promise<CardPage>
    /** Retrieve the card of a page as a PDF. Of the size of a bank card. 409 for a cancelled member. */
    retrievePdf(options?: CallOptions): Promise<Response>
    /** Retrieve the card of a page as a pass for Apple Wallet. 409 where the organisation offers none (`wallets` of the page), or the member is cancelled. */
    retrieveApplePass(options?: CallOptions): Promise<Response>
    /** Retrieve the link that puts the card of a page into Google Wallet. 409 where the organisation offers none (`wallets` of the page), or the member is cancelled. */
    retrieveGoogleLink(options?: CallOptions): Promise<GoogleWalletLink>
  }
  customers: {
    /** List all customers. `search` matches name, e-mail address, mobile number and org_customer_id; a whole address only the customer who has it. A full synchronisation goes by `next_cursor`: its pages cost the same however deep they are, and with the default order no customer is skipped or repeated. */
    list(input?: {
  /** page to read, from 1 */
  page_number?: number | undefined
  /** items on a page */
  limit?: number | undefined
  /** free text, any case */
  search?: string | undefined
  /** only customers updated after this Unix time */
  updated_since?: number | undefined
  /** only this one */
  user_id?: number | undefined
  /** a word that staff find objects by */
  tag?: string | undefined
  sort_direction?: 'asc' | 'desc' | undefined
  sort_field?: 'add_date' | 'updated_at' | 'first_name' | 'last_name' | 'email_address' | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
}, options?: CallOptions): List<TaggedCustomerList>
    /** Retrieve a customer. One that was erased keeps its id and loses the person. */
    retrieve(customerId: string | number, options?: CallOptions): Promise<TaggedCustomer>
    /** Create a customer. What is not sent has its default, or none. */
    create(input?: CreateCustomer, options?: CallOptions): Promise<Customer>
    /** Change a customer. What is not sent stays as it is; null clears. */
    change(customerId: string | number, input?: ChangeCustomer, options?: CallOptions): Promise<Customer>
    /** Export everything about a customer. The customer, their members, orders, tickets, scans and sign-on identities as JSON: what a person may ask to be given. */
    export(customerId: string | number, options?: CallOptions): Promise<CustomerExport>
    /** Merge two customers. Orders, memberships, baskets and sign-on identities of the duplicate become this customer’s, who keeps what is known and gets what was not; the duplicate stays as one who was erased. Memberships of both stay, each with its number, barcode and seat. Cannot be undone; the audit log has what was moved. */
    merge(customerId: string | number, input: MergeCustomers, options?: CallOptions): Promise<Customer>
    /** Retrieve what a customer owes and is owed. By currency, with the memberships that are not paid. To be read before a customer is erased, who can be asked for nothing and paid nothing afterwards, or merged, with whom all of it goes to the other one. */
    retrieveOpenItems(customerId: string | number, options?: CallOptions): Promise<CustomerOpenItems>
    /** Erase a customer. Forgets the person for good: name, addresses, numbers and answers go from the customer, their members, orders and tickets, and tickets that were passed on to them; those that they passed on keep their holder. Amounts, tickets and scans stay, with no person behind them; an order that is still being paid forgets them when it expires. A customer who owes money, is owed some or has credit is refused with customer_has_open_items and the sums, unless the request says what becomes of it, which needs the scope debts:manage. Memberships that are not paid end. Messages already written keep their text until they are purged after 30 days. Cannot be undone; export first. */
    erase(customerId: string | number, input?: EraseCustomer, options?: CallOptions): Promise<Customer>
  }
  debts: {
    /** List what is owed. By fans and by the organisation, in the order of their days, the earliest first. `search` matches the customer as they are now (name, e-mail address, mobile number, org_customer_id), a name that was given at the counter, or the whole order_id or order_uuid; for callers without customers:read the last two alone. */
    list(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  owed_by?: 'fan' | 'club' | undefined
  kind?: 'instalment' | 'invoice' | 'direct_debit' | 'returned_payment' | 'cash_refund' | 'transfer_refund' | 'payout' | undefined
  status?: 'due' | 'submitted' | 'paid' | 'failed' | 'returned' | 'waived' | 'cancelled' | undefined
  /** only instalments, by how far their collection is: see what `collection_stages` counts */
  stage?: 'due_soon' | 'failed' | 'needs_fan' | 'returned' | 'under_way' | undefined
  /** true: something is left of it; false: nothing is */
  open?: boolean | undefined
  /** true: open, and its day has passed; false: all others */
  overdue?: boolean | undefined
  /** only those that are overdue for so many days or more */
  overdue_days?: number | undefined
  /** only those of this order */
  order_id?: number | undefined
  /** only those of orders for this event */
  event_id?: string | number | undefined
  /** only those of this customer */
  user_id?: number | undefined
  /** only those due after this Unix time */
  unix_start?: number | undefined
  /** only those due before this Unix time */
  unix_end?: number | undefined
  /** free text, any case */
  search?: string | undefined
}, options?: CallOptions): List<DebtList>
    /** Retrieve how many instalments are due, failed and under way. With what they come to. `due_soon`: within seven days; `failed`: charged again by itself; `needs_fan`: late or failed, and nothing follows by itself; `returned`: what was paid came back; `under_way`: being collected. The list of debts by `stage` has each of them. */
    retrieveCollectionStages(options?: CallOptions): Promise<CollectionStages>
    /** Retrieve a debt. With what paid it, what let it go and what came back, and with how often its fan was reminded. */
    retrieve(debtId: string | number, options?: CallOptions): Promise<DebtWithEntries>
    /** Record that a debt was paid. Of a fan’s: money that staff have received for it, in whole or in part, on the day that it is recorded. Of the organisation’s: that it was handed back, all of it, from a till or not, or transferred under a reference. The answer is the debt. */
    recordPayment(debtId: string | number, input: RecordPaymentDebt, options?: CallOptions): Promise<Debt>
    /** Pay a fan’s debt by their credit. What expires first is spent first. No money moves, and takings do not count it. */
    payByCredit(debtId: string | number, input?: PayDebtByCredit, options?: CallOptions): Promise<Debt>
    /** Write off a debt, in whole or in part. Of a fan’s: the fan is not asked for it any more. Of the organisation’s: the fan does without it, all of it; its refund has failed then, and the money stays. */
    waive(debtId: string | number, input: WaiveDebt, options?: CallOptions): Promise<Debt>
    /** Remind a fan of a debt by mail. The mail says what is open when it leaves, with a link by which the fan pays it, and is not sent where nothing is. To a buyer who gave an address. */
    remind(debtId: string | number, options?: CallOptions): Promise<Debt>
    /** Take back a payment that was recorded for a debt. The payment and what it settled stay on record, with rows against them on this day; the debt is open again. Only of what staff recorded: what came through the payment provider comes back by its word. After a mistake, an instalment that charges itself is charged on its day, or at once where that has passed. */
    reverse(debtId: string | number, input: ReverseDebt, options?: CallOptions): Promise<Debt>
    /** Make a link by which a fan pays a debt by card. Of what a fan owes; the same page that a reminder leads to. Anyone with it can pay the debt and sees what it is for. Links made before stay good. */
    createLink(debtId: string | number, options?: CallOptions): Promise<DebtLink>
    /** Ask a fan where money is to be transferred. Mails the buyer another link; those before open nothing any more, and an account that was given is forgotten. For what the organisation has to transfer and has not, to a buyer who gave an address. */
    askAccount(debtId: string | number, options?: CallOptions): Promise<Debt>
    /** Show where a fan wants money to be transferred. For the person who makes the transfer. Who has looked is in the audit log. */
    revealAccount(debtId: string | number, options?: CallOptions): Promise<MoneyBackAccount>
    /** List mandates. What fans have given leave to debit, the newest first; those that have ended too. */
    listMandates(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  /** only those of this customer */
  user_id?: number | undefined
  /** only those by which a plan of this member, or their renewal, is debited */
  membership_member_id?: number | undefined
  /** only those by which this order is, or was, debited */
  order_id?: number | undefined
  status?: 'active' | 'given_up' | 'failed' | undefined
  scheme?: 'sepa_debit' | 'bacs_debit' | 'au_becs_debit' | undefined
}, options?: CallOptions): List<MandateList>
    /** Retrieve a mandate. With the words that it was given in, and with what is debited by it: `plans` says what is left to be paid if it is given up, and when the fan is asked for it. */
    retrieveMandate(mandateId: string | number, options?: CallOptions): Promise<MandateWithPlans>
    /** Give a mandate up. A debit that is under way comes to its end; no other is submitted, and what was kept is taken off the provider. What is open stays owed: the fan is asked by mail instead, with a link that pays or takes other means, on the day of each instalment, and at once for what was to be presented again. */
    giveUpMandate(mandateId: string | number, options?: CallOptions): Promise<Mandate>
    /** List credits of fans. Each fan has one in a currency. In the order of their ids. */
    listCredits(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  /** only those of this customer */
  user_id?: number | undefined
}, options?: CallOptions): List<CreditList>
    /** Give a fan credit. It expires by the organisation’s rule (credit_days), unless expires_at says otherwise; null: never. */
    grantCredit(input: GrantCredit, options?: CallOptions): Promise<Credit>
    /** List what a fan’s credit came from and went to. Oldest first, or with `desc` the newest. */
    listCreditEntries(creditAccountId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  sort_direction?: 'asc' | 'desc' | undefined
}, options?: CallOptions): List<CreditEntryList>
    /** Take credit away from a fan. What was given by mistake; never more than there is. */
    withdrawCredit(creditAccountId: string | number, input: WithdrawCredit, options?: CallOptions): Promise<Credit>
  }
  discounts: {
    /** List discounts. In the order of their ids, page by `cursor`; those that are archived too. */
    list(input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<DiscountList>
    /** Create a discount. What is not sent has its default, or none. */
    create(input: CreateDiscount, options?: CallOptions): Promise<Discount>
    /** Retrieve a discount. As staff see it, whatever its state. */
    retrieve(discountId: string | number, options?: CallOptions): Promise<Discount>
    /** Change a discount. What is not sent stays as it is; null clears. */
    change(discountId: string | number, input?: ChangeDiscount, options?: CallOptions): Promise<Discount>
    /** Archive a discount. No further order takes it; setting `discount_status` brings it back. */
    archive(discountId: string | number, options?: CallOptions): Promise<Discount>
  }
  documents: {
    /** Retrieve who issues documents, and from when on. An organisation that has said nothing issues none: it is answered what it would begin with, without an address. */
    retrieveSettings(options?: CallOptions): Promise<DocumentSettings>
    /** Replace who issues documents, and from when on. Documents that are issued already stay as they are. Switched on, what is sold from then on gets them; what was sold before does not. */
    replaceSettings(input: ReplaceDocumentSettings, options?: CallOptions): Promise<DocumentSettings>
    /** List the series of documents. The latest first. A series of each kind is there from the first document on; at most a hundred are kept. */
    listSeries(options?: CallOptions): List<DocumentSeriesList>
    /** Begin a series of documents. New documents of its kind are of it from now on; the series before it ends where it is and is never used again. A year often begins with one. 409 where a series has these letters already, or there are a hundred. */
    createSeries(input: CreateDocumentSeries, options?: CallOptions): Promise<DocumentSeries>
    /** List documents. Invoices, receipts and credit notes, the latest first. */
    list(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  kind?: 'invoice' | 'receipt' | 'credit_note' | undefined
  /** only those of this order */
  order_id?: number | undefined
  /** only the one of this number, as it is printed */
  number?: string | undefined
  /** only those that go to their buyer by Peppol, and are so far */
  delivery_status?: 'waiting' | 'sent' | 'delivered' | 'failed' | undefined
  /** only those issued at this Unix time or after */
  unix_start?: number | undefined
  /** only those issued before this Unix time */
  unix_end?: number | undefined
}, options?: CallOptions): List<DocumentList>
    /** Retrieve a document as a PDF. In the buyer’s language, as PDF/A-3. An invoice and a credit note carry the e-invoice inside (Factur-X, ZUGFeRD). */
    retrievePdf(documentId: string | number, options?: CallOptions): Promise<Response>
    /** Retrieve an e-invoice. An invoice or a credit note by EN 16931. 409 for a receipt, and where a rule of the standard is broken, since the program that gets it would refuse it: the message names the rule. */
    retrieveXml(documentId: string | number, input?: {
  /** UBL 2.1 or UN/CEFACT D16B */
  syntax?: 'ubl' | 'cii' | undefined
}, options?: CallOptions): Promise<Response>
    /** Retrieve for whom the document of an order is. As the buyer or staff have said it. */
    retrieveRecipient(orderId: string | number, options?: CallOptions): Promise<DocumentRecipient>
    /** Say for whom the document of an order is. It becomes an invoice with this address instead of a receipt, and fills in the customer’s own where none is known. 409 once it is issued: a document is never changed. */
    setRecipient(orderId: string | number, input: SetDocumentRecipient, options?: CallOptions): Promise<DocumentRecipient>
    /** Check the VAT number of an order’s document again. The EU’s service is asked within a minute, also for an order that is not paid yet; the answer is in `vat_check`, and what it said before stays until then. 409 where there is no VAT number of the EU. */
    checkRecipient(orderId: string | number, options?: CallOptions): Promise<DocumentRecipient>
    /** Retrieve the pro-forma invoice of an order. What a company pays by before there is an invoice: of an order that waits for a transfer, or that is owed and has no document yet, in the buyer’s language, with the account and the reference. It has no number of its own and is not kept. 409 of any other order, and while no documents are issued. */
    retrieveProformaPdf(orderId: string | number, options?: CallOptions): Promise<Response>
    /** Retrieve a reminder of a debt as a letter. As it went with the mail, in the buyer’s language, with what was open then, the account and the reference; but without the fan’s own link to pay it. 404 of a debt that had fewer reminders, and while no documents are issued, since nothing says whose letter it is. */
    retrieveReminderPdf(debtId: string | number, level: string | number, options?: CallOptions): Promise<Response>
    /** Retrieve how invoices are handed to Peppol. Without the token of the access point. `access` is null where none are. */
    retrievePeppolAccessPoint(options?: CallOptions): Promise<PeppolAccessPoint>
    /** Hand invoices to Peppol. From then on, an invoice or a credit note whose buyer has a `peppol_id` is handed to this access point when it is issued; `POST /v1/manage/documents/{document_id}/deliver` sends those of before. */
    setPeppolAccessPoint(input: SetPeppolAccessPoint, options?: CallOptions): Promise<PeppolAccessPoint>
    /** Hand no more invoices to Peppol. What is on its way has failed with the reason turned_off; the access point may deliver it all the same. */
    removePeppolAccessPoint(options?: CallOptions): Promise<PeppolAccessPointRemoved>
    /** Ask the access point whether it is ready. Nothing is handed over. It may take twenty seconds. */
    testPeppolAccessPoint(options?: CallOptions): Promise<PeppolAccessPointTest>
    /** Send a document by Peppol, or send it again. For one that was issued before Peppol was set up, whose buyer said where they take invoices later, or that did not arrive. 409 while it is on its way, and for a buyer who has it: a second one would be booked twice. */
    deliver(documentId: string | number, input?: DeliverDocument, options?: CallOptions): Promise<DocumentDelivery>
    /** Retrieve what the accountant calls the accounts of the books. The accountant’s number for each account of the books, and what DATEV asks for. */
    retrieveAccountingSettings(options?: CallOptions): Promise<AccountingSettings>
    /** Replace what the accountant calls the accounts of the books. The codes stand in `account_code` of the books as CSV, and are the accounts of a file for DATEV, which needs one for each account. */
    replaceAccountingSettings(input: ReplaceAccountingSettings, options?: CallOptions): Promise<AccountingSettings>
  }
  events: {
    /** List all events. By start; the id breaks ties. `search` matches part of the title, or the whole event_id. A publishable key sees live, public events only. */
    list(input?: {
  /** page to read, from 1 */
  page_number?: number | undefined
  /** items on a page */
  limit?: number | undefined
  /** free text, any case */
  search?: string | undefined
  /** 0 draft, 1 live, 2 archived, 3 cancelled; all is 0, 1 and 3 */
  event_status_id?: 'all' | '0' | '1' | '2' | '3' | undefined
  /** only those there */
  venue_id?: string | number | undefined
  /** true: those that are not over, false: those that are */
  upcoming?: boolean | undefined
  /** by start; latest first unless you say, and soonest first with upcoming=true */
  sort_direction?: 'asc' | 'desc' | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  /** of the texts, as `de`; before Accept-Language. One that they are not in changes nothing */
  lang?: string | undefined
}, options?: CallOptions): List<TicketedEventList>
    /** Retrieve an event. A publishable key sees public events that are live or were until they were cancelled, and a draft with its preview_token. */
    retrieve(eventId: string | number, input?: {
  /** of the texts, as `de`; before Accept-Language. One that they are not in changes nothing */
  lang?: string | undefined
}, options?: CallOptions): Promise<TicketedEvent>
    /** List and search events. In the order in which they were created. `search` matches the words of the title, or the whole event_id or url_string. */
    listManaged(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  /** free text, any case */
  search?: string | undefined
  /** 0 draft, 1 live, 2 archived, 3 cancelled; without it, all four */
  event_status_id?: '0' | '1' | '2' | '3' | undefined
}, options?: CallOptions): List<ManagedTicketedEventList>
    /** Create an event. A draft, which staff alone see, until it is published. */
    create(input: CreateEvent, options?: CallOptions): Promise<TicketedEvent>
    /** Retrieve an event. As staff see it, whatever its state. */
    retrieveManaged(eventId: string | number, options?: CallOptions): Promise<TicketedEvent>
    /** Change an event. What is not sent stays as it is; null clears. */
    change(eventId: string | number, input?: ChangeEvent, options?: CallOptions): Promise<TicketedEvent>
    /** Publish an event. A draft goes live: its prices can be sold, and publishable keys see it if it is public. `warnings` say what would keep it from being sold: it has no price that is on offer (event_without_prices), or lies in the past (event_over); or whom its gates would turn away: season members whose card does not open a gate (members_not_admitted). */
    publish(eventId: string | number, options?: CallOptions): Promise<TicketedEvent>
    /** Take an event back to draft. Possible while nothing has been ordered and no basket holds its places. Afterwards, cancel it. */
    unpublish(eventId: string | number, options?: CallOptions): Promise<TicketedEvent>
    /** Archive an event. For a draft, a cancelled event, or a live one that is over. It is no longer sold, leaves the usual lists, and changes no more. Orders, tickets and scans stay readable. There is no way back. */
    archive(eventId: string | number, options?: CallOptions): Promise<TicketedEvent>
    /** Cancel an event. Sales stop at once, for good, and buyers and holders are mailed. Orders and tickets stay as they are unless refund is all: since some organisations refund, some give credit and some move the date. The answer says how many confirmed orders and active tickets there are and what they paid; with refund=all a run gives all of it back and takes the tickets back; its progress is at refund_run of the event. It needs the scope refunds:manage besides. Orders that are still being paid are counted as pending. There is no way back: schedule a new event. */
    cancel(eventId: string | number, input?: CancelEvent, options?: CallOptions): Promise<CancelledEvent>
    /** Make drafts of an event. Each with another title and start, and else with all of it: venue, map, texts in every language, pictures, categories with gates and sections, prices, questions. Doors, end and the windows in which prices are sold move along with the start, by as many seconds. What was sold, held or archived stays behind, and so do discount codes. All of them or none. */
    copy(eventId: string | number, input: CopyEvent, options?: CallOptions): Promise<CopiedEvents>
    /** Preview a draft in the shop. With the token a page that has the publishable key reads this draft, its prices and its seats as everybody will once it is live; nothing is sold by it. The shop takes it at `{shop_url}events/{event_id}#preview={preview_token}`, where `shop_url` is the organisation’s. */
    createPreview(eventId: string | number, options?: CallOptions): Promise<EventPreview>
    /** Use a price list for an event. Its categories and prices take the place of those that the event has, which are archived; an event without a seat map takes the list’s too. Refused once anything is ordered or in a basket, and where currency, map or gates do not fit. */
    usePriceList(eventId: string | number, input: UsePriceList, options?: CallOptions): Promise<TicketedEvent>
    /** List questions. In the order of their ids, page by `cursor`; those that are archived too. */
    listQuestions(eventId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<QuestionList>
    /** Create a question. Every checkout of the event asks it from now on, the box office included. */
    createQuestion(eventId: string | number, input: CreateQuestion, options?: CallOptions): Promise<Question>
    /** Retrieve a question. As staff see it, whatever its state. */
    retrieveQuestion(questionId: string | number, options?: CallOptions): Promise<Question>
    /** Change a question. What is not sent stays as it is; null clears. */
    changeQuestion(questionId: string | number, input?: ChangeQuestion, options?: CallOptions): Promise<Question>
    /** Archive a question. It is asked no more. What was answered stays, and gates go on showing it. */
    archiveQuestion(questionId: string | number, options?: CallOptions): Promise<Question>
    /** Retrieve which seats of an event are free. At most a second old, however many ask. Ask again with `since` every other second: the answer has only what changed, or, where that revision is forgotten, everything. Where the seats are is in the drawing of this `version`. Prices are by the price category of the section. */
    retrieveSeats(eventId: string | number, input?: {
  since?: string | undefined
}, options?: CallOptions): Promise<EventSeats>
    /** Retrieve the drawing of an event’s seats. Sections, rows and seats, and where they are. It never changes, and may be kept for ever: a changed map has another version. */
    retrieveSeatDrawing(eventId: string | number, version: string | number, options?: CallOptions): Promise<SeatDrawing>
    /** Retrieve how far the refunds of a cancelled event are. How far it is, in orders and in money, and what failed. */
    retrieveRefundRun(eventId: string | number, options?: CallOptions): Promise<RefundRun>
    /** Refund all orders of an event that was cancelled. What refund=all does when an event is cancelled, for one that was cancelled without. Once for each event. */
    startRefundRun(eventId: string | number, input?: StartRefundRun, options?: CallOptions): Promise<RefundRun>
    /** Retrieve what cancelling or moving an event would concern. How many orders and tickets there are, whom a mail reaches, and how much money would go back by which way. Nothing is changed by asking. */
    retrieveCancellation(eventId: string | number, options?: CallOptions): Promise<Cancellation>
    /** List what became of the orders of a cancelled event. By order_id. `outcome=failed` are those that staff should look at. */
    listRefundRunOrders(eventId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  outcome?: 'pending' | 'owed' | 'refunded' | 'nothing_paid' | 'nothing_left' | 'failed' | undefined
}, options?: CallOptions): List<RefundRunOrderList>
    /** List where an event was before it was moved. Newest first: from when and where it was moved, and how far its buyers and holders have been told. */
    listMoves(eventId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
}, options?: CallOptions): List<EventMoveList>
  }
  exports: {
    /** Export customers as CSV. All that the list has for the same filters, newest customers first and members by their ids, or those of `ids`; streamed, in the columns that the import takes. Two at once for an organisation. */
    exportCustomersCsv(input?: {
  /** free text, any case */
  search?: string | undefined
  /** only customers updated after this Unix time */
  updated_since?: number | undefined
  /** only this one */
  user_id?: number | undefined
  /** a word that staff find objects by */
  tag?: string | undefined
  sort_direction?: 'asc' | 'desc' | undefined
  sort_field?: 'add_date' | 'updated_at' | 'first_name' | 'last_name' | 'email_address' | undefined
  /** only these, separated by commas, 100 at most; without other filters */
  ids?: string | undefined
}, options?: CallOptions): Promise<Response>
    /** Export members as CSV. All that the list has for the same filters, newest customers first and members by their ids, or those of `ids`; streamed, in the columns that the import takes. Two at once for an organisation. */
    exportMembersCsv(input?: {
  /** only members changed, or created and never changed, after this Unix time */
  updated_since?: number | undefined
  /** only members last changed, or created and never changed, before this Unix time */
  updated_until?: number | undefined
  /** only members created after this Unix time */
  created_since?: number | undefined
  /** only members created before this Unix time */
  created_until?: number | undefined
  membership_fulfilled?: 'yes' | 'no' | undefined
  /** 0 unpaid, 1 paid, 2 instalments outstanding, 3 cancelled */
  membership_member_status_id?: number | undefined
  /** only members of this type */
  membership_type_id?: number | undefined
  /** only members whose type belongs to a category on this seat map */
  membership_seat_map_id?: number | undefined
  /** only members of this customer */
  user_id?: number | undefined
  /** only members with this address, in any case of letters */
  email_address?: string | undefined
  /** only the member with this number */
  member_number?: string | undefined
  /** only the member with this barcode */
  barcode?: string | undefined
  /** a word that staff find objects by */
  tag?: string | undefined
  /** free text, any case */
  search?: string | undefined
  /** only these, separated by commas, 100 at most; without other filters */
  ids?: string | undefined
}, options?: CallOptions): Promise<Response>
    /** Export orders as CSV. All that the list has for the same filters, in its order, or those of `ids`. Streamed, in the columns of the object, with the times in the event’s zone besides. Two at once for an organisation. */
    exportOrdersCsv(input?: {
  event_id?: string | number | undefined
  /** orders with a line of this price */
  price_id?: string | number | undefined
  order_status?: 'pending' | 'confirmed' | 'cancelled' | 'refunded' | 'expired' | undefined
  sales_channel?: 'online' | 'boxoffice' | 'import' | undefined
  /** only orders placed after this Unix time */
  unix_start?: number | undefined
  /** only orders placed before this Unix time */
  unix_end?: number | undefined
  /** the customer */
  user_id?: number | undefined
  /** a word that staff find objects by */
  tag?: string | undefined
  /** free text, any case */
  search?: string | undefined
  /** only these, separated by commas, 100 at most; without other filters */
  ids?: string | undefined
}, options?: CallOptions): Promise<Response>
    /** Export tickets as CSV. Streamed, in the columns of the object, with the times in the event’s zone besides. Two at once for an organisation. */
    exportTicketsCsv(input?: {
  /** of this event only */
  event_id?: string | number | undefined
}, options?: CallOptions): Promise<Response>
    /** Export scans as CSV. Streamed, in the columns of the object, with the times in the event’s zone besides. Two at once for an organisation. */
    exportScansCsv(input?: {
  /** of this event only */
  event_id?: string | number | undefined
}, options?: CallOptions): Promise<Response>
    /** Export the books as CSV. Double entry: sales on account, payments, refunds, what came back, was written off or credited, in the order of time, as lines whose debits and credits are the same sum; `account_code` is what the accountant calls the account. Streamed. */
    exportLedgerCsv(input: {
  unix_start: number
  /** 400 days after unix_start at most */
  unix_end: number
  /** of this event only */
  event_id?: string | number | undefined
}, options?: CallOptions): Promise<Response>
    /** Export what is owed as CSV. All that the list has for the same filters, the earliest day first, with the day that each is due on as `due_date`. `search` matches the customer as they are now (name, e-mail address, mobile number, org_customer_id), a name that was given at the counter, or the whole order_id or order_uuid; for callers without customers:read the last two alone. Streamed. Two at once for an organisation. */
    exportDebtsCsv(input?: {
  owed_by?: 'fan' | 'club' | undefined
  kind?: 'instalment' | 'invoice' | 'direct_debit' | 'returned_payment' | 'cash_refund' | 'transfer_refund' | 'payout' | undefined
  status?: 'due' | 'submitted' | 'paid' | 'failed' | 'returned' | 'waived' | 'cancelled' | undefined
  /** only instalments, by how far their collection is: see what `collection_stages` counts */
  stage?: 'due_soon' | 'failed' | 'needs_fan' | 'returned' | 'under_way' | undefined
  /** true: something is left of it; false: nothing is */
  open?: boolean | undefined
  /** true: open, and its day has passed; false: all others */
  overdue?: boolean | undefined
  /** only those that are overdue for so many days or more */
  overdue_days?: number | undefined
  /** only those of this order */
  order_id?: number | undefined
  /** only those of orders for this event */
  event_id?: string | number | undefined
  /** only those of this customer */
  user_id?: number | undefined
  /** only those due after this Unix time */
  unix_start?: number | undefined
  /** only those due before this Unix time */
  unix_end?: number | undefined
  /** free text, any case */
  search?: string | undefined
}, options?: CallOptions): Promise<Response>
    /** Export the audit log as CSV. All that the list has for the same filters, in its order and with its fields. Streamed. Two at once for an organisation. */
    exportAuditLogCsv(input?: {
  object_type?: string | undefined
  /** needs object_type */
  object_id?: string | undefined
  actor_kind?: 'api_key' | 'staff' | 'device' | 'cli' | 'system' | 'holder' | undefined
  /** needs actor_kind */
  actor_id?: string | undefined
  /** only changes after this Unix time */
  unix_start?: number | undefined
  /** only changes before this Unix time */
  unix_end?: number | undefined
}, options?: CallOptions): Promise<Response>
    /** Export events as CSV. All that the list has for the same filters, in its order and with its fields. Streamed. Two at once for an organisation. */
    exportEventsCsv(input?: {
  /** free text, any case */
  search?: string | undefined
  /** 0 draft, 1 live, 2 archived, 3 cancelled; all is 0, 1 and 3 */
  event_status_id?: 'all' | '0' | '1' | '2' | '3' | undefined
  /** only those there */
  venue_id?: string | number | undefined
  /** true: those that are not over, false: those that are */
  upcoming?: boolean | undefined
  /** by start; latest first unless you say, and soonest first with upcoming=true */
  sort_direction?: 'asc' | 'desc' | undefined
}, options?: CallOptions): Promise<Response>
    /** Export addresses that no mail is sent to as CSV. All that the list has for the same filters, in its order and with its fields. Streamed. Two at once for an organisation. */
    exportMailSuppressionsCsv(options?: CallOptions): Promise<Response>
    /** Export requests for refunds as CSV. All that the list has for the same filters, in its order and with its fields. Streamed. Two at once for an organisation. */
    exportRefundRequestsCsv(input?: {
  refund_request_status?: 'open' | 'accepted' | 'declined' | undefined
  /** requests for this order */
  order_id?: number | undefined
}, options?: CallOptions): Promise<Response>
    /** Export tills as CSV. All that the list has for the same filters, in its order and with its fields. Streamed. Two at once for an organisation. */
    exportTillsCsv(input?: {
  status?: 'open' | 'closed' | undefined
}, options?: CallOptions): Promise<Response>
    /** Export closes of tills as CSV. All that the list has for the same filters, in its order and with its fields. Streamed. Two at once for an organisation. */
    exportTillClosesCsv(input?: {
  /** only those of the counter of this name */
  name?: string | undefined
  /** only those closed at this Unix time or after */
  unix_start?: number | undefined
  /** only those closed before this Unix time */
  unix_end?: number | undefined
}, options?: CallOptions): Promise<Response>
    /** Export venues as CSV. All that the list has for the same filters, in its order and with its fields. Streamed. Two at once for an organisation. */
    exportVenuesCsv(options?: CallOptions): Promise<Response>
    /** Export payouts as CSV. All that the list has for the same filters, in its order and with its fields. Streamed. Two at once for an organisation. */
    exportPayoutsCsv(input?: {
  status?: 'pending' | 'in_transit' | 'paid' | 'failed' | 'cancelled' | undefined
  /** only those that are missing in the imported bank statements, or only the rest */
  missing_at_bank?: boolean | undefined
  /** only those issued at this Unix time or after */
  unix_start?: number | undefined
  /** only those issued before this Unix time */
  unix_end?: number | undefined
}, options?: CallOptions): Promise<Response>
    /** Export translations as CSV. A line for each text of an event, its price categories, prices and questions, with what it is in every language, as POST /v1/manage/translations takes it back. Choices of questions are not in it. Two at once for an organisation. */
    exportTranslationsCsv(input?: {
  /** of this event only */
  event_id?: string | number | undefined
}, options?: CallOptions): Promise<Response>
    /** Export the books for DATEV. A booking batch (EXTF, version 13) in Windows-1252: each entry of the books as pairs of accounts, by the codes of the accounting settings, within one year of the books. A file is of one currency, the organisation’s unless said. 409 where an account has no code. */
    exportDatevCsv(input: {
  unix_start: number
  /** 400 days after unix_start at most */
  unix_end: number
  /** ISO 4217, such as AUD */
  currency?: string | undefined
}, options?: CallOptions): Promise<Response>
    /** Export a quarter for the accountant. The books (`ledger.csv`, and `EXTF_Buchungsstapel.csv` where the accounting settings are complete), `tax.csv`, `documents.csv`, and each document that was issued in that time as PDF and, where it is no receipt, as XML (UBL). The same days are the same bytes, once they are over. Streamed. */
    exportBooksZip(input: {
  unix_start: number
  /** 93 days after unix_start at most */
  unix_end: number
}, options?: CallOptions): Promise<Response>
  }
  figures: {
    /** Sold and attended by price category. In the order of the price list. An archived category is shown while it has tickets. */
    statsByPriceCategory(eventId: string | number, input?: {
  /** sold also counts cancelled and refunded tickets */
  include_cancelled?: boolean | undefined
}, options?: CallOptions): List<PriceCategoryStatsList>
    /** Sold and attended by price. In the order of the price list. An archived price is shown while it has tickets. */
    statsByPrice(eventId: string | number, input?: {
  /** sold also counts cancelled and refunded tickets */
  include_cancelled?: boolean | undefined
}, options?: CallOptions): List<PriceStatsList>
    /** What was sold, by category and price title. One row for each category and price title of which a ticket is active. Cancelled and refunded ones are out. */
    salesSummary(eventId: string | number, input?: {
  /** only orders placed after this Unix time */
  unix_start?: number | undefined
  /** only orders placed before this Unix time */
  unix_end?: number | undefined
}, options?: CallOptions): List<SalesSummaryRowList>
    /** Sales of an event over time. Active tickets by the day or hour of their order, in the event’s zone; what was cancelled or refunded since is out, as in the sales summary. With `compare_with` also those of another event, as many days before it. */
    retrieveEventSales(eventId: string | number, input?: {
  /** on the clock of the answer’s timezone */
  interval?: 'day' | 'hour' | undefined
  group_by?: 'channel' | 'price_category' | 'price' | undefined
  /** orders placed from this Unix time on; 800 days, or 31 by the hour, before the end without it */
  unix_start?: number | undefined
  /** orders placed before this Unix time; now without it */
  unix_end?: number | undefined
  /** another event, looked at over the same days before it */
  compare_with?: number | undefined
}, options?: CallOptions): List<ComparedEventSales>
    /** Sales of all events over time. As the sales of an event, in the organisation’s zone, of all events that were not over a month before the window. The first answer after long may be a 503: what was sold meanwhile is being counted, so ask again. */
    retrieveOrganisationSales(input?: {
  /** on the clock of the answer’s timezone */
  interval?: 'day' | 'hour' | undefined
  group_by?: 'channel' | 'event' | undefined
  /** orders placed from this Unix time on; 800 days, or 31 by the hour, before the end without it */
  unix_start?: number | undefined
  /** orders placed before this Unix time; now without it */
  unix_end?: number | undefined
}, options?: CallOptions): List<OrganisationSales>
    /** Figures of a season. Its memberships by type and plan: how many, what was agreed, and what of that is paid, open, overdue, written off or cancelled; its seats; and what was sold on which day. Paid less refunded is what the takings have of them. */
    retrieveSeasonFigures(seasonId: string | number, options?: CallOptions): Promise<SeasonFigures>
    /** Read takings by day, event, channel and method. Money that came in and went out, on the day that it did; one row for each combination that there is. The first answer after long may be a 503: the money of meanwhile is being counted, so ask again. */
    retrieveTakings(input?: {
  event_id?: string | number | undefined
  /** 30 days before unix_end unless said */
  unix_start?: number | undefined
  /** now unless said; 92 days after unix_start at most */
  unix_end?: number | undefined
}, options?: CallOptions): List<Takings>
    /** Compare the books with the provider’s. Payments, or refunds, of a time against the provider’s own list; the newest first, some 1,000 at once. */
    retrieveReconciliation(input: {
  kind?: 'payments' | 'refunds' | undefined
  unix_start: number
  /** 31 days after unix_start at most */
  unix_end: number
}, options?: CallOptions): Promise<Reconciliation>
    /** Watch an event’s sales live. Orders, tickets and amounts in all and today, sold and held places by category, and the orders of the last hour by minute, at once and then whenever they change. Ends as the live view of the gates does: connect again. */
    watchEventSales(eventId: string | number, input?: {
  /** end after so many */
  frames?: number | undefined
}, options?: CallOptions): Promise<Response>
    /** Read what was sold and returned by rate of tax. As the books have it, each on the day of its entry: the sum of `tax_payable` of the same time. */
    retrieveTaxReport(input: {
  unix_start: number
  /** 100 days after unix_start at most */
  unix_end: number
  /** of this event only */
  event_id?: string | number | undefined
}, options?: CallOptions): List<TaxReport>
  }
  gates: {
    /** List the scans of an event. Newest first. While more follow, the header `Link` has the address of the next page (`rel="next"`), with a `cursor`: such a page costs the same however deep it is, scans that come in meanwhile do not shift it, and `total` stays what it was on the first page. */
    listEventScans(eventId: string | number, input?: {
  /** page to read, from 1 */
  page_number?: number | undefined
  /** items on a page */
  limit?: number | undefined
  /** only scans after this Unix time */
  unix_start?: number | undefined
  /** only scans before this Unix time */
  unix_end?: number | undefined
  /** adds tickets_sold */
  include_sales?: boolean | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
}, options?: CallOptions): List<ScanList>
    /** Exchange an enrolment code for a gate key. Needs no key and is limited by address. A code works once; with an Idempotency-Key, the same request gives the same answer for a day. */
    enrolDevice(input: EnrolDevice, options?: CallOptions): Promise<EnrolledDevice>
    /** Retrieve the device behind the key. Its name, its gates and our time, so that a scanner can tell how wrong its clock is. */
    retrieveGateDevice(options?: CallOptions): Promise<GateDevice>
    /** Report, and compare clocks. For devices whose clock is not set by a network, and for supervisors to see how each is doing. */
    sampleClock(input: SampleClock, options?: CallOptions): Promise<GateDevice>
    /** List the events that can be scanned. Live events that are on or start within a day, the next one first; at most 100. */
    listGateEvents(options?: CallOptions): List<GateEventList>
    /** Retrieve what a scanner needs offline. All tickets and members of the event that the gates of this device can let in, with what they have done so far, the gates, and the keys that verify signed barcodes; other barcodes as keyed hashes. Streamed, and compressed for those who accept gzip. With `since`, what has changed, revocations included. */
    retrieveManifest(eventId: string | number, input?: {
  /** `as_of` of the manifest before */
  since?: number | undefined
}, options?: CallOptions): Promise<Manifest>
    /** Retrieve a list of codes for a controller that decides alone. For a controller that can compare a code and a time and do no more. It has the tickets and members whom the gates of this device can let in, each with how often, where and when. With the cursor of the list before, what has changed since, revocations included. A cursor is refused once the gates of the device or the key of the hashes have changed: fetch the whole list then. */
    retrieveWhitelist(eventId: string | number, input?: {
  /** hash: keyed hashes by barcode_key; full: the barcodes, for a key with codes:read */
  codes?: 'hash' | 'full' | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
}, options?: CallOptions): Promise<Whitelist>
    /** Scan a barcode at a gate. Answers 200 whether or not the gate may open: `result` says so. Of two gates that scan one barcode at the same moment, one admits. A nonce that names another scan of the device is refused with 409 `nonce_reused`, and nothing is decided. */
    createScan(input: CreateScan, options?: CallOptions): Promise<GateScan>
    /** Upload what was scanned offline. In any order, in any pieces, as often as you like: the end is the same. A second admission of one ticket becomes a scan conflict, and so does one that the rules would have refused. A row that cannot be recorded is in `refused` with its problem, and keeps no other row waiting. */
    uploadScans(input: UploadScans, options?: CallOptions): Promise<UploadedScans>
    /** Upload what a revoked scanner could not. Needs no key, which is sealed with the scans, and is limited by address. Within a week after the key was revoked, unless the device was revoked as lost and was not found since (409: offer it again). Scans from before count as in an upload; later ones are refused. */
    uploadSealedScans(input: UploadSealedScans, options?: CallOptions): Promise<TakenScans>
    /** Take a scan back. For a turnstile that did not turn: within 15 minutes, only what was let through, at a gate of this device. The log keeps both, and who took it back. Twice is once. */
    annulScan(scanId: string | number, options?: CallOptions): Promise<GateScan>
    /** Report whether the person walked through. For a turnstile that counts, of a scan that was let through at a gate of this device. `not_passed`, within 15 minutes, takes the scan back, as annulling does. The same report again gets the same answer; another one is refused with 409. What could not be reported goes with the upload. */
    reportPassage(scanId: string | number, input: ReportPassage, options?: CallOptions): Promise<ScanPassage>
    /** List devices. In the order of their ids, page by `cursor`; those that are archived too. */
    listDevices(input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<DeviceList>
    /** Create a device. Answers a code that the scanner exchanges for its key, once, within 24 hours. */
    createDevice(input: CreateDevice, options?: CallOptions): Promise<DeviceWithCode>
    /** Give a device a new code. For a scanner that lost its key, or another in its place. A code that is still out stops working at once; the present key when the new code is used. */
    createEnrolmentCode(deviceId: string | number, options?: CallOptions): Promise<DeviceWithCode>
    /** Retrieve a device. As staff see it, whatever its state. */
    retrieveDevice(deviceId: string | number, options?: CallOptions): Promise<Device>
    /** Change a device. What is not sent stays as it is; null clears. */
    changeDevice(deviceId: string | number, input?: ChangeDevice, options?: CallOptions): Promise<Device>
    /** Revoke a device. Its key stops working everywhere within 5 seconds, and a code that is out cannot be used. Final. What it scanned before and could not upload, it may still send sealed, unless it is lost; that can be said later too. */
    revokeDevice(deviceId: string | number, input?: RevokeDevice, options?: CallOptions): Promise<Device>
    /** Say that a lost device was found. Its key stays revoked. What it scanned before it was revoked and could not upload, it may send sealed after all, within a week of its revocation. */
    findDevice(deviceId: string | number, options?: CallOptions): Promise<Device>
    /** List scan conflicts. Admissions that the log shows should not have been: both gates, devices and times. Oldest first. */
    listScanConflicts(input?: {
  event_id?: string | number | undefined
  status?: 'open' | 'resolved' | 'withdrawn' | undefined
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<ScanConflictList>
    /** Retrieve a scan conflict. As staff see it, whatever its state. */
    retrieveScanConflict(scanConflictId: string | number, options?: CallOptions): Promise<ScanConflict>
    /** Resolve a scan conflict. Says what came of it. Neither scan changes; a resolved conflict stays resolved. */
    resolveScanConflict(scanConflictId: string | number, input?: ResolveScanConflict, options?: CallOptions): Promise<ScanConflict>
    /** Open a resolved scan conflict again. Takes the answer back; the audit log keeps it. */
    reopenScanConflict(scanConflictId: string | number, options?: CallOptions): Promise<ScanConflict>
    /** Watch an event’s gates live. Entries, exits, people inside and refusals, per gate and per minute, at once and then whenever they change. Comes to an end after an hour, when its key is revoked, its organisation suspended, or when the server stops: connect again. */
    watchEvent(eventId: string | number, input?: {
  /** end after so many */
  frames?: number | undefined
}, options?: CallOptions): Promise<Response>
    /** Retrieve how many people are inside an event. A range that contains the number of people, by stand, block and gate: for an evacuation. People who left without a scan count as inside. */
    retrieveOccupancy(eventId: string | number, options?: CallOptions): Promise<Occupancy>
    /** Retrieve the supervisor’s code of an event. Typed on a scanner, it lets a fan in whom the rules refuse. The last digit is a check (Luhn). A new signing key makes a new one. A role that only reads the gates is not told. */
    retrieveSupervisorCode(eventId: string | number, options?: CallOptions): Promise<SupervisorCode>
    /** Check a supervisor’s code. Before a fan is let in by it. After five wrong ones a device has to wait. */
    checkSupervisorCode(eventId: string | number, input: CheckSupervisorCode, options?: CallOptions): Promise<CheckedCode>
    /** Tell all stewards of an event. Their scanners show the newest one when they next report, within half a minute. */
    createStewardMessage(eventId: string | number, input: CreateStewardMessage, options?: CallOptions): Promise<StewardMessage>
    /** Recall a message to stewards. Scanners take it off their screens when they next report, within half a minute. */
    recallStewardMessage(eventId: string | number, stewardMessageId: string | number, options?: CallOptions): Promise<StewardMessage>
    /** Retrieve the paper list of an event as a PDF. For the night on which nothing works: everyone who may come in, tickets, members and season seats, by last name with the letter in the margin, with a box to tick, the place, the code to type at a scanner or the counter, and when and where those came in who have. Codes of tickets are whole with codes:read, those of members with cards:read, else their last four. At most 20,000 people a file, else 409. Needs the scope scans:read besides. */
    retrievePaperList(eventId: string | number, input?: {
  /** stand: each on sheets of its own */
  by?: 'name' | 'stand' | undefined
  /** only those whom this gate lets in */
  gate_id?: number | undefined
  /** only those of this stand, by its name */
  stand?: string | undefined
}, options?: CallOptions): Promise<Response>
  }
  health: {
    /** Is the process alive. Asks nothing of the database. */
    healthz(options?: CallOptions): Promise<Health>
    /** Should it get traffic. Not while it shuts down or has no database. */
    readyz(options?: CallOptions): Promise<Health>
  }
  imports: {
    /** Import customers or members. In one transaction. The same file again changes nothing. One at once for an organisation. Customers need the scope customers:manage besides; members customers:read and cards:read. */
    importPeople(input: ImportPeople, options?: CallOptions): Promise<ImportResult>
    /** Import texts in other languages. A file as GET /v1/manage/exports/translations.csv gives it, in one transaction. Columns of languages that are not in it leave those alone; an empty cell takes the text away. One bad line leaves everything as it was. */
    importTranslations(input: ImportTranslations, options?: CallOptions): Promise<ImportedTranslations>
  }
  mails: {
    /** List the kinds of mail that buyers and holders get. All of them: which are sent, and what the organisation says in its own words. */
    list(options?: CallOptions): List<MailList>
    /** Change the words of a mail, or switch it off. What is not sent stays as it is. Texts are plain text, and name what differs from mail to mail as {event} and the like; the kind says which. What waits to be sent is written anew. Signed-in staff confirm their identity before a text with a link in it is stored. */
    change(kind: string | number, input?: ChangeMail, options?: CallOptions): Promise<Mail>
    /** Preview a mail. As a buyer would get it now, with the organisation’s look and words. Nothing is sent. */
    preview(kind: string | number, input?: {
  /** without it, that of the order or the organisation */
  language?: 'en' | 'de' | 'es' | 'fr' | 'nl' | 'da' | undefined
  /** the order_id or the order_uuid of an order to show; without it, one that is made up */
  order_id?: string | undefined
  format?: 'json' | 'html' | 'text' | undefined
}, options?: CallOptions): Promise<MailPreview>
    /** List the mails about an order. Newest first, of the last 30 days: to whom each went, and what became of it. */
    listOrderMails(orderId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<OrderMailList>
    /** List the mails about a customer’s orders. As those about one order, over all that they bought. */
    listCustomerMails(customerId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<OrderMailList>
    /** List addresses that no mail is sent to. Those of which a mail server said that they do not exist. Codes are sent all the same, and one that arrives lifts it. */
    listSuppressions(input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
  email_address?: string | undefined
}, options?: CallOptions): List<MailSuppressionList>
    /** Send mail to an address again. What was not sent meanwhile is not sent after all; resend an order where a fan needs it. */
    liftSuppression(mailSuppressionId: string | number, options?: CallOptions): Promise<LiftedMailSuppression>
  }
  members: {
    /** List all members. In the order of their ids. With `limit`, page by `cursor`: a member who changes meanwhile is neither skipped nor repeated, and one who joins meanwhile comes at the end. Without `limit` every member is sent, as fast as you read. `search` matches part of the name, the e-mail address or the member number. */
    list(input?: {
  /** only members changed, or created and never changed, after this Unix time */
  updated_since?: number | undefined
  /** only members last changed, or created and never changed, before this Unix time */
  updated_until?: number | undefined
  /** only members created after this Unix time */
  created_since?: number | undefined
  /** only members created before this Unix time */
  created_until?: number | undefined
  membership_fulfilled?: 'yes' | 'no' | undefined
  /** 0 unpaid, 1 paid, 2 instalments outstanding, 3 cancelled */
  membership_member_status_id?: number | undefined
  /** only members of this type */
  membership_type_id?: number | undefined
  /** only members whose type belongs to a category on this seat map */
  membership_seat_map_id?: number | undefined
  /** only members of this customer */
  user_id?: number | undefined
  /** only members with this address, in any case of letters */
  email_address?: string | undefined
  /** only the member with this number */
  member_number?: string | undefined
  /** only the member with this barcode */
  barcode?: string | undefined
  /** a word that staff find objects by */
  tag?: string | undefined
  /** free text, any case */
  search?: string | undefined
  /** members on a page; all of them without it */
  limit?: number | undefined
  /** page to read, from 1; needs limit, excludes cursor */
  page_number?: number | undefined
  /** next_cursor of the page before, with the same filters */
  cursor?: string | undefined
}, options?: CallOptions): List<TaggedMemberList>
    /** Create a member. The new member is unpaid and not fulfilled, with a barcode of its own. Without `expires`, the membership ends when its type does; without an e-mail address, a mobile number or a postcode of its own it has the customer’s. */
    create(input: CreateMember, options?: CallOptions): Promise<CreatedMember>
    /** Retrieve a member. The same fields as in the list, whatever the state of the membership. */
    retrieve(membershipMemberId: string | number, options?: CallOptions): Promise<TaggedMember>
    /** Mark a set of members as fulfilled. A member who was fulfilled before keeps the first date, and takes the tracking code if there is one. An id that comes twice counts once, with its last code. */
    fulfil(input: FulfilMembers, options?: CallOptions): Promise<Fulfilment>
    /** Update the fulfilment tracking code of a membership. A code marks the member as fulfilled. Clearing it leaves the member as it is. */
    setTrackingCode(membershipMemberId: string | number, input: SetTrackingCode, options?: CallOptions): Promise<TrackingCode>
    /** Retrieve a member. As staff see it, whatever its state. */
    retrieveManaged(membershipMemberId: string | number, options?: CallOptions): Promise<TaggedMember>
    /** Change a member. What is not sent stays as it is; null clears. */
    change(membershipMemberId: string | number, input?: ChangeMember, options?: CallOptions): Promise<Member>
    /** Mark a member as paid. From unpaid or instalments, for money that is booked elsewhere. 409 while a debt of the membership is open here: record its payment, or write it off, and the member is paid. */
    markPaid(membershipMemberId: string | number, options?: CallOptions): Promise<Member>
    /** Mark a member as paying by instalments. From unpaid. */
    markInstalments(membershipMemberId: string | number, options?: CallOptions): Promise<Member>
    /** Mark a paid member as unpaid. What a chargeback does. */
    markUnpaid(membershipMemberId: string | number, options?: CallOptions): Promise<Member>
    /** Reinstate a cancelled member. The member is unpaid again and has the seat back; 409 seat_taken when another member or a buyer has it by now, for the season or in one of its events. What was owed is owed as before and is not charged: resume its plan, and the fan leaves a card or account by the link of the debt. */
    reinstate(membershipMemberId: string | number, options?: CallOptions): Promise<Member>
    /** Give a member a new barcode. The old one is no longer valid. */
    reissueBarcode(membershipMemberId: string | number, options?: CallOptions): Promise<Member>
    /** Assign a member to a seat. In the season of the member’s type, and in each of its events to come: 409 seat_taken when another member has it for the season, or a buyer has it in one of these events, which `event_ids` names. The seat that the member had is free then. A member of a type without a season has no seat. */
    assignSeat(membershipMemberId: string | number, input: AssignSeat, options?: CallOptions): Promise<Member>
    /** Take a member off the seat. Also for a cancelled member whose old seat another has by now. */
    releaseSeat(membershipMemberId: string | number, options?: CallOptions): Promise<Member>
    /** Renew a membership. Moves its end; whether it is paid stays as it is. The new card is not sent yet: it is not fulfilled, and has no tracking code. A cancelled membership has to be reinstated first. */
    renew(membershipMemberId: string | number, input: RenewMember, options?: CallOptions): Promise<Member>
    /** List the terms of a membership. Those that are over, the one that the member shows, and those that are bought and have not begun, in the order of their days; each with its season, seat, order and plans. */
    listTerms(membershipMemberId: string | number, options?: CallOptions): List<MemberTermList>
    /** List instalments by state. In the order of their days, the earliest first. */
    listInstalments(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  /** only those of this order */
  membership_order_id?: number | undefined
  status?: 'due' | 'submitted' | 'paid' | 'failed' | 'returned' | 'waived' | 'cancelled' | undefined
  /** true: not paid, and its day has passed; false: all others */
  overdue?: boolean | undefined
  /** only those due after this Unix time */
  unix_start?: number | undefined
  /** only those due before this Unix time */
  unix_end?: number | undefined
}, options?: CallOptions): List<InstalmentList>
    /** Retrieve an instalment. As staff see it, whatever its state. */
    retrieveInstalment(instalmentId: string | number, options?: CallOptions): Promise<Instalment>
    /** Move an instalment to another day. Today or later, and not while it is being collected. It is charged on its new day, where its plan is, and the ladder begins anew from there; a debit that was announced is announced anew. */
    moveInstalment(instalmentId: string | number, input: MoveInstalment, options?: CallOptions): Promise<Instalment>
    /** Charge an instalment now. Within minutes, by what the fan has left, whatever day the ladder has for it. Not of a plan that is paused, stopped or paid by hand, nor by means that the bank has refused for good. A debit is announced first. */
    retryInstalment(instalmentId: string | number, options?: CallOptions): Promise<Instalment>
    /** Retrieve what follows when an instalment is not paid. At which hour instalments are charged, on which days one that failed is tried again, and after how many days its member is overdue, softly and hard. An organisation that has said nothing has the usual one. */
    retrieveCollectionLadder(options?: CallOptions): Promise<CollectionLadder>
    /** Replace what follows when an instalment is not paid. Members become overdue by it at once, and are no longer; scanners learn of it with their next list. Charges that are planned already keep their day. Days are never counted from the due day itself, and paying undoes all of it. */
    replaceCollectionLadder(input: ReplaceCollectionLadder, options?: CallOptions): Promise<CollectionLadder>
    /** Preview what a ladder would do to members. How many memberships would be on which step today, and in 30 days if nothing of what has failed by now is paid. What fails from now on is not in it. Nothing is changed. */
    previewCollectionLadder(input: PreviewCollectionLadder, options?: CallOptions): Promise<CollectionLadderPreview>
    /** Retrieve a membership plan. As staff see it, whatever its state. */
    retrieveMembershipPlan(membershipPlanId: string | number, options?: CallOptions): Promise<MembershipPlan>
    /** Pause the charging of a plan. Nothing of it is charged, and its ladder stands still: members stay as overdue as they are. A charge that is under way comes to its end. The fan can pay by link. */
    pauseMembershipPlan(membershipPlanId: string | number, options?: CallOptions): Promise<MembershipPlan>
    /** Go on charging a plan. Of one that was paused or stopped. What has come due meanwhile, `charged_on_resume`, is charged at once; the days of the ladder go on where they stood. Not of a membership that is cancelled. */
    resumeMembershipPlan(membershipPlanId: string | number, options?: CallOptions): Promise<MembershipPlan>
    /** Stop the charging of a plan. Its fan is asked by mail instead, with a link: on the day of each instalment, and at once for what was to be charged again. The ladder goes on. */
    stopMembershipPlan(membershipPlanId: string | number, options?: CallOptions): Promise<MembershipPlan>
    /** List memberships that renew by themselves. From the notice on, the newest first: what was announced, what was made of it, and why some could not be. */
    listMembershipRenewals(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  /** only those of this member */
  membership_member_id?: number | undefined
  status?: 'announced' | 'under_way' | 'renewed' | 'failed' | 'stopped' | 'superseded' | undefined
}, options?: CallOptions): List<MembershipRenewalList>
    /** Record that an instalment was paid. All that is open of it. Its members pay by instalments from the first one on, and are paid with the last one. To record a part, or how it was paid, record the payment of its debt, which has the same number. */
    recordPaymentInstalment(instalmentId: string | number, options?: CallOptions): Promise<Instalment>
    /** Record that an instalment could not be collected. It can still be paid. Its members become overdue by the ladder of the organisation; without one, once its day has passed. */
    recordFailureInstalment(instalmentId: string | number, options?: CallOptions): Promise<Instalment>
    /** Retrieve a member’s card as a PDF. Of the size of a bank card, with the barcode that the gates take, in the language of the member’s last order, else of the organisation. 409 for a cancelled member. Needs the scope cards:read, or codes:read, besides. */
    retrieveCard(membershipMemberId: string | number, options?: CallOptions): Promise<Response>
    /** Revoke the links to a member’s card. For a link that a stranger has got hold of. Every card_secret given out before is dead at once, and no order confirmed before makes a new one; the barcode stays as it is, so re-issue it too where it was seen. */
    revokeCardSecret(membershipMemberId: string | number, options?: CallOptions): Promise<CardSecret>
    /** Make a link by which a member can buy. Anyone with the token can prove to be the person behind the member, at `POST /v1/baskets/{basket_id}/member`: send it to the member alone. It cannot be taken back; what it is good for ends with the membership. */
    createSaleLink(membershipMemberId: string | number, input?: CreateSaleLink, options?: CallOptions): Promise<SaleLink>
    /** Retrieve what cancelling a membership would give back. By the rule of its type, as of now. Nothing is changed by asking. */
    retrieveMembershipCancellation(membershipMemberId: string | number, options?: CallOptions): Promise<MembershipCancellation>
    /** Cancel a membership by the rule of its type. The member is cancelled and the seat free in every event to come. What the rule gives back is taken off what is still to be paid, the last instalment first; what is left of it goes back as refunds of the orders that the membership was bought and upgraded by. Nothing of the plan is charged any more, and its card or mandate is given up. What is owed beyond what the rule gives back stays owed, unless owed says otherwise; writing it off asks for the scope debts:manage too. The buyer is told by mail. A term that is bought for later stays, and is shown from now on. */
    cancelMembership(membershipMemberId: string | number, input?: CancelMembership, options?: CallOptions): Promise<MembershipCancellation>
    /** Cancel a member. The seat is free for others from now on, in every event to come; who had it stays on record, for a reinstatement. Nothing of the plan is charged any more, its card or mandate is given up, and the buyer is told by mail. A payment that is under way comes to its end. What is still owed stays owed, unless owed says otherwise; writing it off asks for the scope debts:manage too. */
    cancel(membershipMemberId: string | number, input?: CancelMember, options?: CallOptions): Promise<Member>
  }
  memberships: {
    /** List all membership types. In the order of `order_by`, whatever their `status`. */
    listTypes(options?: CallOptions): List<MembershipTypeList>
    /** List membership categories. In the order of `order_by`, whatever their `status`. */
    listCategories(options?: CallOptions): List<MembershipCategoryList>
    /** List all active membership payment options. In the order of `order_by`. */
    listPaymentOptions(options?: CallOptions): List<MembershipPaymentOptionList>
    /** List membership categories. In the order of their ids, page by `cursor`; those that are archived too. */
    listManagedCategories(input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<ManagedMembershipCategoryList>
    /** Create a membership category. What is not sent has its default, or none. */
    createCategory(input: CreateMembershipCategory, options?: CallOptions): Promise<MembershipCategory>
    /** Retrieve a membership category. As staff see it, whatever its state. */
    retrieveManagedCategory(membershipCategoryId: string | number, options?: CallOptions): Promise<MembershipCategory>
    /** Change a membership category. What is not sent stays as it is; null clears. */
    changeCategory(membershipCategoryId: string | number, input?: ChangeMembershipCategory, options?: CallOptions): Promise<MembershipCategory>
    /** Archive a membership category. Its types and members stay as they are; it takes no further types. Setting `status` brings it back. */
    archiveCategory(membershipCategoryId: string | number, options?: CallOptions): Promise<MembershipCategory>
    /** List membership types. In the order of their ids, page by `cursor`; those that are archived too. */
    listManagedTypes(input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<ManagedMembershipTypeList>
    /** Create a membership type. What is not sent has its default, or none. */
    createType(input: CreateMembershipType, options?: CallOptions): Promise<MembershipType>
    /** Retrieve a membership type. As staff see it, whatever its state. */
    retrieveManagedType(membershipTypeId: string | number, options?: CallOptions): Promise<MembershipType>
    /** Change a membership type. What is not sent stays as it is; null clears. */
    changeType(membershipTypeId: string | number, input?: ChangeMembershipType, options?: CallOptions): Promise<MembershipType>
    /** Archive a membership type. Its members stay as they are; it takes no further members. Setting `status` brings it back. */
    archiveType(membershipTypeId: string | number, options?: CallOptions): Promise<MembershipType>
    /** List membership payment options. In the order of their ids, page by `cursor`; those that are archived too. */
    listManagedPaymentOptions(input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<ManagedMembershipPaymentOptionList>
    /** Create a membership payment option. What is not sent has its default, or none. */
    createPaymentOption(input: CreateMembershipPaymentOption, options?: CallOptions): Promise<MembershipPaymentOption>
    /** Retrieve a membership payment option. As staff see it, whatever its state. */
    retrieveManagedPaymentOption(membershipPaymentOptionId: string | number, options?: CallOptions): Promise<MembershipPaymentOption>
    /** Change a membership payment option. What is not sent stays as it is; null clears. */
    changePaymentOption(membershipPaymentOptionId: string | number, input?: ChangeMembershipPaymentOption, options?: CallOptions): Promise<MembershipPaymentOption>
    /** Archive a membership payment option. Plans that run on it go on. Setting `status` brings it back. */
    archivePaymentOption(membershipPaymentOptionId: string | number, options?: CallOptions): Promise<MembershipPaymentOption>
  }
  orders: {
    /** List the orders placed on an event. Oldest first. `search` matches part of the name or the e-mail address, or the whole order_id or order_uuid; for callers without customers:read it does not look at addresses. A full synchronisation goes by `next_cursor`: its pages cost the same however deep they are. */
    listEventOrders(eventId: string | number, input?: {
  /** page to read, from 1 */
  page_number?: number | undefined
  /** items on a page */
  limit?: number | undefined
  /** only orders with this status */
  order_status?: 'pending' | 'confirmed' | 'cancelled' | 'refunded' | 'expired' | undefined
  /** free text, any case */
  search?: string | undefined
  /** only orders placed after this Unix time */
  unix_start?: number | undefined
  /** only orders placed before this Unix time */
  unix_end?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
}, options?: CallOptions): List<OrderList>
    /** Retrieve an order. With its tickets and memberships, whatever became of them. */
    retrieve(orderId: string | number, options?: CallOptions): Promise<OrderWithTickets>
    /** List and search orders of all events. Newest first. `search` matches the customer as they are now (name, e-mail address, mobile number, org_customer_id), a name that was given at the counter, a seat (`Row K, seat 12`), the last four digits of the card, or the whole order_id or order_uuid. */
    listManaged(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  event_id?: string | number | undefined
  /** orders with a line of this price */
  price_id?: string | number | undefined
  order_status?: 'pending' | 'confirmed' | 'cancelled' | 'refunded' | 'expired' | undefined
  sales_channel?: 'online' | 'boxoffice' | 'import' | undefined
  /** only orders placed after this Unix time */
  unix_start?: number | undefined
  /** only orders placed before this Unix time */
  unix_end?: number | undefined
  /** the customer */
  user_id?: number | undefined
  /** a word that staff find objects by */
  tag?: string | undefined
  /** free text, any case */
  search?: string | undefined
}, options?: CallOptions): List<ManagedListedOrderList>
    /** Sell at the box office. Takes the places, records the payment and issues the tickets, all or nothing, with the rules of a basket but for prices with `show_boxoffice` instead of `show_online`, and memberships whether or not they are shown online. Of a membership by a plan the first part is paid now. The order is the answer, with its tickets and members; with `card_reader` it is pending, and its reader payment says how it goes on. */
    create(input: CreateOrder, options?: CallOptions): Promise<OrderWithTickets>
    /** Retrieve an order with its tickets, memberships and payments. All that staff see: every ticket, also those refunded, and what became of each payment. */
    retrieveManaged(orderId: string | number, options?: CallOptions): Promise<ManagedOrder>
    /** Read what became of an order. Its sale, payments, credit, mails, changes of its tickets, refunds, scans and notes, newest first. */
    listTimeline(orderId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
}, options?: CallOptions): List<TimelineEntryList>
    /** Note something about an order. For staff; the buyer never sees it. It stands in the order’s timeline, and goes when the buyer is erased. */
    createNote(orderId: string | number, input: CreateOrderNote, options?: CallOptions): Promise<OrderNote>
    /** Mail the tickets of an order. The mail tickets_resent, with its active tickets and the link to their page, to the buyer or to the address that is sent. A ticket that was transferred goes to its holder’s address only, and the rest not there. It leaves shortly after. To another address than the buyer’s, or to change it, it needs the scope codes:read besides. */
    resend(orderId: string | number, input?: ResendOrder, options?: CallOptions): Promise<ResentOrder>
    /** List requests for refunds. What buyers asked for on their ticket pages, in the order in which they did. */
    listRefundRequests(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  refund_request_status?: 'open' | 'accepted' | 'declined' | undefined
  /** requests for this order */
  order_id?: number | undefined
}, options?: CallOptions): List<ManagedRefundRequestList>
    /** Retrieve a refund request. As staff see it, whatever its state. */
    retrieveRefundRequest(refundRequestId: string | number, options?: CallOptions): Promise<ManagedRefundRequest>
    /** Change a refund request. What is not sent stays as it is; null clears. */
    changeRefundRequest(refundRequestId: string | number, input?: ChangeRefundRequest, options?: CallOptions): Promise<ManagedRefundRequest>
    /** Settle a request for a refund that was met. Not needed where refund_request_id was sent with the refund, or all of its tickets are refunded. Refund the tickets first, in whole or in part, at /v1/manage/orders/{order_id}/refunds. */
    acceptRefundRequest(refundRequestId: string | number, options?: CallOptions): Promise<ManagedRefundRequest>
    /** Decline a request for a refund. The tickets stay as they are; write a note before, for the buyer to read why. It is mailed to them, and stands on the page with their tickets. */
    declineRefundRequest(refundRequestId: string | number, options?: CallOptions): Promise<ManagedRefundRequest>
    /** Revoke the links to an order. For a link that a stranger has got hold of. Every order_secret given out before is dead at once, and with it the ticket page; barcodes stay as they are, so re-issue the tickets too where they were seen. */
    revokeSecret(orderId: string | number, options?: CallOptions): Promise<NewSecret>
    /** Settle by hand an order whose payment provider gives no answer. For a payment that has been open for ten minutes, or that was given up after an hour. paid: the order is confirmed, or the money is refunded where the places are gone. failed: the payment is called off at the provider where that can be reached, and the places are free; one that turns out to be paid confirms the order, and money that turns up later is given back. */
    settle(orderId: string | number, input: SettleOrder, options?: CallOptions): Promise<OrderWithTickets>
    /** Record that the transfer for an order has come. All of the amount. The order is confirmed and its tickets are mailed. After the deadline its places are taken again where they are there; where they are not, the order stays expired, and the money is owed to the buyer, who is asked for an account by mail. */
    recordTransfer(orderId: string | number, input?: RecordTransferOrder, options?: CallOptions): Promise<OrderWithTickets>
    /** Let an order wait longer for its transfer. Its places are held until then, 90 days from now at most; earlier than before is fine, too. The buyer is reminded two days before. */
    extendTransfer(orderId: string | number, input: ExtendTransferOrder, options?: CallOptions): Promise<OwnTransfer>
    /** Give up an order that waits for its transfer. Its places are free at once, and the buyer is told by mail. Money that comes all the same takes places again where there are some, or goes back. */
    cancelTransfer(orderId: string | number, options?: CallOptions): Promise<OwnTransfer>
    /** List the refunds of an order. All of them, oldest first: pending, succeeded and failed. */
    listRefunds(orderId: string | number, options?: CallOptions): List<RefundList>
    /** Refund an order, in whole or in part. With neither amount nor tickets: everything that is left, and all tickets. Tickets that are given back let no one in from that moment, and their places are for sale again. An order is refunded once neither money nor tickets are left of it; until then it stays confirmed, with refunded_amount. What is still owed is cancelled first, and no more goes back than was paid: where that is nothing, the answer is 202 and says so. Cash and transfers become a debt of yours, unless a till is named, and are pending until it is paid out. The answer may be pending for cards too: the provider’s word comes later, and order.refunded tells of it. Should the provider refuse, the refund has failed, the money can be refunded anew, and the tickets stay given back. Where several payments are given back, the answer is the first of their refunds. */
    refund(orderId: string | number, input?: RefundOrder, options?: CallOptions): Promise<Refund>
    /** Cancel an order. A confirmed order only. Its tickets let no one in from that moment, and their places are for sale again; members whom it was for are cancelled. What is still owed need not be paid any more. The money that was paid stays unless refund says otherwise; it can be refunded later too. There is no way back. */
    cancel(orderId: string | number, input?: CancelOrder, options?: CallOptions): Promise<CancelledOrder>
    /** Retry a refund that the provider refused. The answer is a new refund of the same amount; the one that failed stays as it is, and can be retried once. Should the new one fail too, retry that. For a payment that came on top of what its order was paid by, this is the only way. */
    retryRefund(refundId: string | number, options?: CallOptions): Promise<Refund>
  }
  organisation: {
    /** Retrieve the organisation. The organisation that the key belongs to. */
    retrieve(options?: CallOptions): Promise<Organisation>
    /** Change the organisation’s profile. What is not sent stays as it is; null clears. Events keep the time zone and currency they have. The currency is fixed once there are membership types, whose prices are in it. The payment account is connected by its own operations. */
    change(input?: ChangeOrganisation, options?: CallOptions): Promise<Organisation>
    /** List the shop’s own host names. The one that was proven first is in links; the shop answers at every one that is proven. */
    listShopDomains(options?: CallOptions): List<ShopDomainList>
    /** Name a host for the shop. It counts once it is proven: set the record or the file of the answer, then prove it. Naming one again answers with what is there. */
    addShopDomain(input: AddShopDomain, options?: CallOptions): Promise<ShopDomain>
    /** Prove that a host is the organisation’s. Looks for the record or the file now. From then on the shop is there, and links in mails and on tickets lead there. A host that another organisation has proven is refused for as long as that proof can still be seen. */
    proveShopDomain(shopDomainId: string | number, options?: CallOptions): Promise<ShopDomain>
    /** Take a host from the shop. The shop is not there any more. Links that were mailed and name it lead nowhere, unless its web server sends them on. */
    removeShopDomain(shopDomainId: string | number, options?: CallOptions): Promise<RemovedShopDomain>
    /** List terms, privacy, refunds, imprint and contact. All five, whether they are written or not. */
    listLegalPages(options?: CallOptions): List<LegalPageList>
    /** Write terms, privacy, refunds, imprint or contact. The shop shows them in its foot and at Pay, mails link to them. A change is a new version; buyers have agreed to the one that they saw. Somebody who is signed in proves it again before an address is stored. */
    setLegalPage(kind: string | number, input: SetLegalPage, options?: CallOptions): Promise<LegalPage>
    /** Retrieve which phone wallets are set up. What each was set up with, without its private key. */
    retrieveWallets(options?: CallOptions): Promise<Wallets>
    /** Set up passes for Apple Wallet. By the certificate of your pass type. Passes that phones hold already go on by the new one if it is of the same type. */
    setAppleWallet(input: SetAppleWallet, options?: CallOptions): Promise<Wallets>
    /** Stop offering passes for Apple Wallet. Passes that are in phones already stay there, and are told of nothing more. */
    removeAppleWallet(options?: CallOptions): Promise<Wallets>
    /** Set up passes for Google Wallet. By an issuer account and a service account that may write its objects. */
    setGoogleWallet(input: SetGoogleWallet, options?: CallOptions): Promise<Wallets>
    /** Stop offering passes for Google Wallet. Passes that are in phones already stay there, and are told of nothing more. */
    removeGoogleWallet(options?: CallOptions): Promise<Wallets>
    /** See what a new organisation has left to do. From nothing to the first match on sale, computed from what there is. A sandbox tries a sale; a live organisation connects its payment account, where the service has a provider. */
    retrieveSetup(options?: CallOptions): Promise<Setup>
    /** Retrieve the organisation’s time. The real time, unless this is a sandbox whose clock was moved; and what happens next by it. */
    retrieveClock(options?: CallOptions): Promise<OrganisationClock>
    /** Move a sandbox’s clock forward. By `seconds` or `to_unix`, two years in all, and never back. Whatever is due on the way happens as if the time had passed, in order: the answer comes at once, and `GET /v1/manage/clock` has `advancing_to_unix` until all of it is done. No other organisation is touched. Keys, sessions, limits and the timestamps of webhooks stay with the real time. A live organisation is refused: `403 sandbox_only`. */
    advanceClock(input?: AdvanceClock, options?: CallOptions): Promise<OrganisationClock>
  }
  payments: {
    /** Retrieve the payment account. Where the organisation’s online payments go, and whether they can. */
    retrieveAccount(options?: CallOptions): Promise<PaymentAccount>
    /** Begin to connect a payment account. Opens an account for the organisation at the payment provider, or goes on with the one that was opened before, and answers with a link to the provider’s own pages. From there the browser comes back to `return_url` with a `state` in its query, which completes the onboarding; a link that has expired leads to `refresh_url` (default: `return_url` without a state), where another can be asked for. Only the newest link’s state counts, once, within a day. */
    startOnboarding(input: StartOnboarding, options?: CallOptions): Promise<PaymentAccountOnboarding>
    /** Complete the connection of a payment account. Asks the provider whether the account is in order, and connects it if it is: `status` is then `connected`. As long as it is `onboarding`, the provider still lacks or checks something: ask again later, or begin anew for another link. A state connects an account once. */
    completeOnboarding(input: CompleteOnboarding, options?: CallOptions): Promise<PaymentAccount>
    /** Retrieve the ways to pay. Every way to pay that can be offered, whether the account has it and whether the organisation has switched it on. What the account has is asked of the provider every hour, and whenever one is switched. */
    retrieveMethods(options?: CallOptions): Promise<PaymentMethods>
    /** Switch a way to pay on or off. Off, it is not offered any more, and refused where it is sent all the same; payments under way go on. 409 where nothing would be left to pay with. */
    switchMethod(paymentMethod: string | number, input: SwitchPaymentMethod, options?: CallOptions): Promise<PaymentMethods>
    /** List the hosts for wallets. Hosts at which Apple Pay, Google Pay and Link can be shown: those of the shop that are proven, and the service’s own. They are registered with the payment provider by themselves, and again after a failure. None of a sandbox. */
    listDomains(options?: CallOptions): List<PaymentDomainList>
    /** Retrieve where fans transfer to. The account of the organisation for bank transfers, whether they are offered, and how long places wait. */
    retrieveTransferAccount(options?: CallOptions): Promise<TransferAccount>
    /** Say where fans transfer to. All of it at once. Orders that wait for their money keep the deadline that they have; their pages and mails show the account as it is now. Switched off, transfers are not offered any more, and those under way go on. */
    changeTransferAccount(input: ChangeTransferAccount, options?: CallOptions): Promise<TransferAccount>
  }
  payouts: {
    /** List payouts. What the payment provider has paid out to the organisation’s bank, the latest first, with what the books expect of each. Read every hour, and when the provider tells of one. */
    list(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  status?: 'pending' | 'in_transit' | 'paid' | 'failed' | 'cancelled' | undefined
  /** only those that are missing in the imported bank statements, or only the rest */
  missing_at_bank?: boolean | undefined
  /** only those issued at this Unix time or after */
  unix_start?: number | undefined
  /** only those issued before this Unix time */
  unix_end?: number | undefined
}, options?: CallOptions): List<PayoutList>
    /** Retrieve a payout. With what it is made of, added up. */
    retrieve(payoutId: string | number, options?: CallOptions): Promise<PayoutWithParts>
    /** List what a payout is made of. Payments, refunds, disputes and fees, as the provider’s account has them, each with what the books have. */
    listMovements(payoutId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  kind?: 'payment' | 'payment_returned' | 'refund' | 'refund_returned' | 'dispute' | 'dispute_won' | 'fee' | 'payout_returned' | 'reserve' | 'other' | undefined
  /** false: only what the books do not have, or have otherwise; true: only the rest */
  matched?: boolean | undefined
}, options?: CallOptions): List<PayoutMovementList>
    /** List payments that were not paid out. Ten days older than the provider’s last payout, or 45 days old where there was none, and in no payout: the oldest first. One that a payout brings is gone. */
    listMissingPayments(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
}, options?: CallOptions): List<MissingPaymentList>
    /** List invoices of the operator. For the operator_fee that the operator of the service keeps of payments, one a month and currency, the latest first. */
    listOperatorInvoices(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
}, options?: CallOptions): List<OperatorInvoiceList>
    /** Retrieve an invoice of the operator as a PDF. In the organisation’s language, with the e-invoice inside (Factur-X, ZUGFeRD). */
    retrieveOperatorInvoicePdf(operatorInvoiceId: string | number, options?: CallOptions): Promise<Response>
  }
  pictures: {
    /** Upload a picture. It is told by its content, whatever its file was called. Its `url` goes into `logo_image`, `banner_image`, `images` and their like, and is open to everybody. The same picture again is the same address. One that nothing names any more may be removed after a day, once there are a thousand files. */
    upload(input: UploadPicture, options?: CallOptions): Promise<UploadedPicture>
  }
  priceLists: {
    /** List price lists. In the order of their ids, page by `cursor`; those that are archived too. */
    list(input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<SavedPriceListList>
    /** Create a price list. Of the categories and prices that the event has now. It does not follow the event. */
    create(input: CreatePriceList, options?: CallOptions): Promise<SavedPriceList>
    /** Retrieve a price list. As staff see it, whatever its state. */
    retrieve(priceListId: string | number, options?: CallOptions): Promise<SavedPriceList>
    /** Change a price list. What is not sent stays as it is; null clears. */
    change(priceListId: string | number, input?: ChangePriceList, options?: CallOptions): Promise<SavedPriceList>
    /** Archive a price list. It is used for no further events; those that it was used for stay as they are. */
    archive(priceListId: string | number, options?: CallOptions): Promise<SavedPriceList>
  }
  prices: {
    /** List the prices of an event. By price category, then price: each by its order_by, then its id. Archived ones are left out. A publishable key sees those that are shown online and switched on, of live, public events; of one that was cancelled none. */
    list(eventId: string | number, input?: {
  /** of the texts, as `de`; before Accept-Language. One that they are not in changes nothing */
  lang?: string | undefined
}, options?: CallOptions): List<PriceList>
    /** List the places left of an event. By price category, in the order of the prices. A secret key sees every category and how many places it has left; a publishable key those on offer online, and of their places what the organisation shows (places_left_shown). */
    listAvailability(eventId: string | number, options?: CallOptions): List<AvailabilityList>
    /** List price categories. In the order of their ids, page by `cursor`; those that are archived too. */
    listCategories(eventId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<PriceCategoryList>
    /** Create a price category. What is not sent has its default, or none. */
    createCategory(eventId: string | number, input: CreatePriceCategory, options?: CallOptions): Promise<PriceCategory>
    /** Retrieve a price category. As staff see it, whatever its state. */
    retrieveCategory(priceCategoryId: string | number, options?: CallOptions): Promise<PriceCategory>
    /** Change a price category. What is not sent stays as it is; null clears. */
    changeCategory(priceCategoryId: string | number, input?: ChangePriceCategory, options?: CallOptions): Promise<PriceCategory>
    /** Archive a price category. None of its prices can be sold any more. Refused while places of it are sold, held or taken by season seats: people are coming for them. To stop sales alone, set `price_category_status` to inactive; that also brings it back. */
    archiveCategory(priceCategoryId: string | number, options?: CallOptions): Promise<PriceCategory>
    /** List prices. In the order of their ids, page by `cursor`; those that are archived too. */
    listManaged(eventId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<ManagedPriceList>
    /** Create a price. What is not sent has its default, or none. */
    create(eventId: string | number, input: CreatePrice, options?: CallOptions): Promise<ManagedPrice>
    /** Retrieve a price. As staff see it, whatever its state. */
    retrieveManaged(priceId: string | number, options?: CallOptions): Promise<ManagedPrice>
    /** Change a price. What is not sent stays as it is; null clears. */
    change(priceId: string | number, input?: ChangePrice, options?: CallOptions): Promise<ManagedPrice>
    /** Archive a price. It is no longer sold; what was sold stays valid. Setting `price_status` brings it back. */
    archive(priceId: string | number, options?: CallOptions): Promise<ManagedPrice>
  }
  runs: {
    /** List runs. Newest first; those of which the caller may do one by hand, or read it. */
    list(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  object_type?: 'orders' | 'customers' | 'members' | 'instalments' | undefined
  run_status?: 'collecting' | 'ready' | 'running' | 'stopped' | 'finished' | undefined
}, options?: CallOptions): List<RunList>
    /** Do something with many objects. Mail, tag or untag orders, customers and members; refund or cancel orders; cancel members or change their type; remind of instalments by mail, with the link to pay, charge them again, move their day, write them off, and pause or resume their plans. The objects are those that `ids` names, or all that `filters`, those of their list, leave when the run starts. It goes on by itself, one object after the other, each once. It needs the scope that one of them needs besides: refunds:manage to refund and to cancel orders, debts:manage to remind of instalments, charge them again or write them off, and else orders:manage, customers:manage or members:manage. */
    create(input: CreateRun, options?: CallOptions): Promise<Run>
    /** Retrieve a run. How far it has come, and what came of it. */
    retrieve(runId: string | number, options?: CallOptions): Promise<Run>
    /** Start a run that is ready. It has waited with all that its filters left. Stop it instead to leave everything as it is. */
    start(runId: string | number, options?: CallOptions): Promise<Run>
    /** List the objects of a run. By object_id, with what came of each. `outcome=failed` are those that staff should look at. */
    listItems(runId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  outcome?: 'waiting' | 'done' | 'skipped' | 'failed' | undefined
}, options?: CallOptions): List<RunItemList>
    /** Stop a run. Nothing more is begun once this has answered; what is done stays done. Mails that have not left are not sent, also those of a run that has finished writing them. There is no way back: start another run with what is left. */
    stop(runId: string | number, options?: CallOptions): Promise<Run>
    /** List the tags of orders, customers or members. Those that most of them have first, 200 at most. */
    listTags(input: {
  object_type: 'orders' | 'customers' | 'members'
}, options?: CallOptions): List<TagCountList>
    /** Tag an order, customer or member. One that it has already stays. It needs the scope of what is tagged besides: orders:manage, customers:manage or members:manage. Many at once: a run. */
    addTag(input: AddTag, options?: CallOptions): Promise<TaggedObject>
    /** Take a tag away. One that it does not have is nothing to do. It needs the scope of what is tagged besides: orders:manage, customers:manage or members:manage. Many at once: a run. */
    removeTag(input: RemoveTag, options?: CallOptions): Promise<TaggedObject>
  }
  search: {
    /** Search for anything. Customers, members, orders, tickets and events, a few of each, the newest first. Every word of `q` must be in the name, e-mail address or number of a person, in whatever order; or `q` is the whole number of a member, order, ticket or event, an order_uuid, a barcode, a reference of the payment provider, the last four digits of a card, or a seat (`Row K, seat 12`). The search of each list goes on. A caller who may not read customers, or members, finds none, and finds orders and tickets by the names of people alone; barcodes find something for callers who may read them. */
    search(input: {
  /** what a fan at the desk says: a name, an e-mail address, a number, a barcode, a seat */
  q: string
  /** items on a page */
  limit?: number | undefined
}, options?: CallOptions): Promise<SearchResult>
    /** See what needs attention. Payments that wait, failed or came back, refunds that failed, are asked for or are to be handed over, conflicts at the gates, mails that came back, payouts that failed or bring what the books do not have, payments that were not paid out, failing webhook endpoints, lines of bank statements that are not explained, invoices for VAT numbers that are not valid, documents that did not arrive by Peppol, transfers whose deadline is near, overdue debts and instalments: of each kind that the caller may read and of which there are any, how many, and the newest. */
    retrieveAttention(input?: {
  /** items on a page */
  limit?: number | undefined
}, options?: CallOptions): List<AttentionList>
  }
  seasons: {
    /** List seasons. In the order of their ids, page by `cursor`; those that are archived too. */
    list(input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<SeasonList>
    /** Create a season. With the events of its map and days that are there already, unless event_ids says otherwise. */
    create(input: CreateSeason, options?: CallOptions): Promise<Season>
    /** Retrieve a season. As staff see it, whatever its state. */
    retrieve(seasonId: string | number, options?: CallOptions): Promise<Season>
    /** Change a season. What is not sent stays as it is; null clears. */
    change(seasonId: string | number, input?: ChangeSeason, options?: CallOptions): Promise<Season>
    /** Archive a season. Its members keep their seats; it takes no further members and no further events. Refused while a membership type that is not archived names it. */
    archive(seasonId: string | number, options?: CallOptions): Promise<Season>
    /** List the events of a season. By start, the first before the others. */
    listEvents(seasonId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<SeasonEventList>
    /** Add an event to a season. Its season seats are taken in the event from now on. 409 seat_taken when one of them is sold there already; `seat_ids` names the first. */
    addEvent(seasonId: string | number, eventId: string | number, options?: CallOptions): Promise<Season>
    /** Take an event out of a season. Its season seats are for sale there, and its members are not let in. An event that is over stays. */
    removeEvent(seasonId: string | number, eventId: string | number, options?: CallOptions): Promise<Season>
    /** List the seats of a season that are taken. In the order of their ids, each with the member who has it; the others of its map are free. */
    listSeats(seasonId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
  /** seats of this section */
  seat_section_id?: number | undefined
  /** only seats of this status */
  status?: 'sold' | 'held' | 'kept' | undefined
}, options?: CallOptions): List<SeasonSeatList>
    /** Keep seats longer for some members. Their seats are kept until another time than those of the others, also seats that are free since their time was up, and those of members who have declined. A seat that another buyer has by now is lost. For all holders, change `seats_kept_until_unix` of the season. */
    extendKeptSeats(seasonId: string | number, input: ExtendKeptSeats, options?: CallOptions): Promise<Season>
    /** Decline a kept seat for a member. The seat is free at once, and none is kept for the member in this season any more. 409 state_conflict while the member has it in a basket. */
    declineKeptSeat(seasonId: string | number, membershipMemberId: string | number, options?: CallOptions): Promise<Season>
    /** Keep another seat for a member. For a holder of the season before whose seat this season does not have, or who is to sit elsewhere. It takes the place of the one that was kept. */
    keepSeat(seasonId: string | number, membershipMemberId: string | number, input: KeepSeat, options?: CallOptions): Promise<Season>
    /** List holders whose seat a season does not have. Of the season that it follows, each with a seat that can be kept for them instead, which no other on the page is proposed. */
    listLostSeats(seasonId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<LostSeatList>
  }
  seatMaps: {
    /** List seat maps. In the order of their ids, page by `cursor`; those that are archived too. */
    list(input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<SeatMapList>
    /** Import a seat map. Sections, their rows and the seats in those: up to 60,000 seats and 4 MiB. */
    import(input: ImportSeatMap, options?: CallOptions): Promise<SeatMapWithSections>
    /** Retrieve a seat map with its sections. With the number of rows and seats of each section; the seats themselves are a list of their own. */
    retrieve(seatMapId: string | number, options?: CallOptions): Promise<SeatMapWithSections>
    /** Import a seat map again. Seats with the same section, row and title keep their ids and their holders; new ones are added; those that are left out are archived, unless a member or ticket has one of them (409 seat_taken). A blocked seat stays blocked. */
    reimport(seatMapId: string | number, input: ReimportSeatMap, options?: CallOptions): Promise<SeatMapWithSections>
    /** Change a seat map. What is not sent stays as it is; null clears. */
    change(seatMapId: string | number, input?: ChangeSeatMap, options?: CallOptions): Promise<SeatMap>
    /** Add a section to a seat map. With its rows and seats; the rest of the map stays as it is. */
    addSeatSection(seatMapId: string | number, input: AddSeatSection, options?: CallOptions): Promise<SeatSection>
    /** Change a section of a seat map. What is not sent stays as it is; without a layout of its own, one is computed. */
    changeSeatSection(seatMapId: string | number, seatSectionId: string | number, input?: ChangeSeatSection, options?: CallOptions): Promise<SeatSection>
    /** Archive a seat map. Refused while a membership category, a season, or an event that is a draft or live, uses it. */
    archive(seatMapId: string | number, options?: CallOptions): Promise<SeatMap>
    /** List the seats of a map. Section by section and row by row, each seat with the member who has it. */
    listSeats(seatMapId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
  /** seats of this section */
  seat_section_id?: number | undefined
  /** seats of rows with this title */
  seat_row?: string | undefined
  /** active and blocked seats unless you say */
  status?: 'active' | 'blocked' | 'archived' | undefined
}, options?: CallOptions): List<SeatList>
    /** Retrieve a seat. As staff see it, whatever its state. */
    retrieveSeat(seatId: string | number, options?: CallOptions): Promise<Seat>
    /** Change a seat. What is not sent stays as it is; null clears. */
    changeSeat(seatId: string | number, input?: ChangeSeat, options?: CallOptions): Promise<Seat>
    /** Block a seat. A blocked seat is neither sold nor assigned. One that a member or ticket has cannot be blocked. */
    blockSeat(seatId: string | number, options?: CallOptions): Promise<Seat>
    /** Unblock a seat. It can be sold again. */
    unblockSeat(seatId: string | number, options?: CallOptions): Promise<Seat>
  }
  sso: {
    /** List the signed-in fan’s memberships. Those that their orders have bought, and their own; the newest first. With seat, what is paid and when the rest is due, and links to pay it before its day. Codes are on the page of each card. */
    listMemberships(options?: CallOptions): List<SsoMembershipList>
    /** Get the secret of the card of one of the signed-in fan’s memberships. With it the fan opens the card, as on its page. */
    createCardSecret(membershipMemberId: string | number, options?: CallOptions): Promise<CardSecret>
    /** List the signed-in fan’s orders. Confirmed orders only, newest event first. */
    listOrders(options?: CallOptions): List<SsoOrderList>
    /** List the active tickets in one of the signed-in fan’s orders. In the order of their seats, without those that were transferred to another holder. An order that is not the fan’s has none. */
    listTickets(orderId: string | number, options?: CallOptions): List<SsoTicketList>
    /** Get a secret of one of the signed-in fan’s orders. With it the fan renames holders, passes tickets on and asks for refunds, as on the ticket page. */
    createSecret(orderId: string | number, options?: CallOptions): Promise<SsoOrderSecret>
    /** Ask for a code that links the signed-in fan to a customer. Mails six digits to the customer who has this address; they last 10 minutes and 5 tries, and a new code replaces the one before. The answer does not tell whether there is such a customer. */
    requestLink(input: RequestSsoLink, options?: CallOptions): Promise<SsoLinkCode>
    /** Unlink the signed-in fan. The customer and their orders stay. A fan who was not linked is unlinked all the same: from then on only a code or a purchase links them, not a trusted address. */
    removeLink(options?: CallOptions): Promise<SsoLink>
    /** Link the signed-in fan to a customer by the code from the mail. The code that was mailed proves that the address is the fan’s; from then on the orders of that customer are theirs. */
    confirmLink(input: ConfirmSsoLink, options?: CallOptions): Promise<SsoLink>
    /** List SSO providers. In the order of their ids, page by `cursor`; those that are archived too. */
    listProviders(input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<SsoProviderList>
    /** Create an SSO provider. What is not sent has its default, or none. */
    createProvider(input: CreateSsoProvider, options?: CallOptions): Promise<SsoProvider>
    /** Retrieve an SSO provider. As staff see it, whatever its state. */
    retrieveProvider(ssoProviderId: string | number, options?: CallOptions): Promise<SsoProvider>
    /** Change an SSO provider. What is not sent stays as it is; null clears. */
    changeProvider(ssoProviderId: string | number, input?: ChangeSsoProvider, options?: CallOptions): Promise<SsoProvider>
    /** Archive a sign-on provider. Its tokens are refused within five seconds. Links stay, should it be set up again. */
    archiveProvider(ssoProviderId: string | number, options?: CallOptions): Promise<SsoProvider>
    /** Test an SSO provider. Asks the provider itself, now. It changes nothing. */
    testProvider(ssoProviderId: string | number, options?: CallOptions): Promise<SsoProviderTest>
  }
  staff: {
    /** Sign in. Sets the cookie of a new session. The answer, and the time that it takes, do not tell whether there is such an account. After some tries that failed, one has to wait between them, strangers more than a browser that has signed in before. */
    signIn(input: SignIn, options?: CallOptions): Promise<SignedIn>
    /** Sign in by a link that the program has shown. Works once, for an hour. */
    signInByLink(input: SignInByLink, options?: CallOptions): Promise<SignedIn>
    /** Begin to sign in by a passkey. What the browser is to ask, within five minutes. It names no person: the passkey knows who it belongs to. */
    askForPasskey(options?: CallOptions): Promise<Record<string, unknown>>
    /** Sign in by a passkey. Sets the cookie of a new session. No code is asked for: the device has verified its owner. */
    signInByPasskey(input: SignInByPasskey, options?: CallOptions): Promise<SignedIn>
    /** Sign out. Ends the session that asks. */
    signOut(options?: CallOptions): Promise<EndedSession>
    /** Who is signed in. With the organisations that they work for, and as what. */
    retrieveSignedIn(options?: CallOptions): Promise<SignedIn>
    /** List one’s own sessions. All that are open, newest first; at most 50. */
    listSessions(options?: CallOptions): List<StaffSessionList>
    /** End a session. Of one’s own; everywhere within 5 seconds. */
    endSession(sessionId: string | number, options?: CallOptions): Promise<EndedSession>
    /** Change one’s password. Ends all other sessions; the one that asks gets a new cookie. A person who came by a link and has none chooses the first one. */
    changePassword(input: ChangePassword, options?: CallOptions): Promise<PasswordChanged>
    /** Prove again who one is. For ten minutes from then on, what asks for a proof works: keys, the team, the payment account, sign-on providers, webhook addresses, links in mails, refunds over the organisation’s refund_proof_amount within an hour. Signing in counts as one. A person with an authenticator app needs its code, or a passkey: the password alone is no proof. */
    proveIdentity(input?: ProveIdentity, options?: CallOptions): Promise<SignedIn>
    /** Begin with an authenticator app. A secret for the app. Sign-in asks for codes once one of them has been confirmed. */
    beginTotp(options?: CallOptions): Promise<TotpSecret>
    /** Remove the authenticator app. And the recovery codes with it: sign-in asks for the password alone. */
    removeTotp(options?: CallOptions): Promise<TotpRemoved>
    /** Confirm an authenticator app. By a code that it shows. From then on sign-in asks for one. The answer has ten recovery codes. */
    confirmTotp(input: ConfirmTotp, options?: CallOptions): Promise<RecoveryCodes>
    /** Replace the recovery codes. Ten new ones; those of before stop working. */
    replaceRecoveryCodes(options?: CallOptions): Promise<RecoveryCodes>
    /** List one’s own passkeys. Oldest first; at most 20. */
    listPasskeys(options?: CallOptions): List<PasskeyList>
    /** Add a passkey. From then on it signs in, without address, password or code. */
    addPasskey(input: AddPasskey, options?: CallOptions): Promise<Passkey>
    /** Begin with a new passkey. What the browser is to ask the authenticator, within five minutes. */
    beginPasskey(options?: CallOptions): Promise<Record<string, unknown>>
    /** Remove a passkey. It cannot be used to sign in any more. Sessions that it began go on. */
    removePasskey(passkeyId: string | number, options?: CallOptions): Promise<PasskeyRemoved>
    /** Rename a passkey. One’s own. */
    renamePasskey(passkeyId: string | number, input: RenamePasskey, options?: CallOptions): Promise<Passkey>
    /** Ask for a link that sets a new password. Mails it to the owner of the account with this address, where there is one. It works once, for an hour. */
    requestPasswordReset(input: RequestPasswordReset, options?: CallOptions): Promise<PasswordResetRequested>
    /** Set a new password by a mailed link. Ends all sessions of the account. Sign in afterwards. */
    resetPassword(input: ResetPassword, options?: CallOptions): Promise<PasswordChanged>
    /** Look at an invitation. What the link of an invitation is for. It can be looked at until it is accepted. */
    lookAtInvitation(input: LookAtInvitation, options?: CallOptions): Promise<StaffInvitation>
    /** Accept an invitation. A person without an account gives a name and a password and is signed in; one with an account has to be signed in with it. A link works once. */
    acceptInvitation(input: AcceptInvitation, options?: CallOptions): Promise<SignedIn>
    /** Look at where an organisation’s team signs on. 404 where the organisation has no provider. */
    lookAtSignOn(input: LookAtSignOn, options?: CallOptions): Promise<StaffSignOn>
    /** Begin to sign on by an organisation’s own provider. Sets a cookie that lasts ten minutes, in which the provider’s answer is worth something. 404 where the organisation has no provider. */
    beginSignOn(input: BeginSignOn, options?: CallOptions): Promise<SignOnBegun>
    /** Sign on with what the provider has sent back. Sets the cookie of a session that opens the organisation whose provider it is, and no other, for twelve hours. A person is who the provider’s subject says; their address counts once, to find their invitation or their place in the team. */
    finishSignOn(input: FinishSignOn, options?: CallOptions): Promise<SignedIn>
  }
  storefront: {
    /** Retrieve terms, privacy, refunds, imprint or contact. In the reader’s language, else in the organisation’s, else in whichever it is written. An old version is what somebody has agreed to. */
    retrieveLegalPage(kind: string | number, input?: {
  /** of the texts, as `de`; before Accept-Language. One that they are not in changes nothing */
  lang?: string | undefined
  /** without it, the present one */
  version?: number | undefined
}, options?: CallOptions): Promise<LegalPageOfShop>
    /** Retrieve whom an invoice of the signed-in fan would be for. The address that the organisation has of them, for a form that asks for an invoice to begin with. 403 while they have not proven to be a customer. */
    retrieveOwnRecipient(options?: CallOptions): Promise<OwnRecipient>
    /** Retrieve what the link of a debt shows. For the page that such a link opens: what is owed, by whom, and what the fan can do about it. A publishable key is enough, with the secret of the link. */
    retrieveOwnDebt(options?: CallOptions): Promise<OwnDebt>
    /** Say where money is to be transferred. Where the organisation owes it, once: a finder of the link changes nothing later. Staff can ask anew, by another link. The account is kept sealed until 30 days after the money has gone. */
    giveOwnAccount(input: GiveOwnAccount, options?: CallOptions): Promise<OwnDebt>
    /** Pay a debt by its link. All that is open of it, or of its plan. Answers with the debt: `paid`, or `paying`, with a `next_action` where the fan has to do something first, such as visit a page of their bank, and with null where the provider has not answered; repeating the call asks it. 402 when the payment was declined: the next call pays another way. One payment is under way at a time, for all who have the link; a second call is told of the first. */
    payOwnDebt(input?: PayOwnDebt, options?: CallOptions): Promise<OwnDebt>
    /** Call off the payment of a debt. For a fan who is back from their bank without having paid, and wants to pay another way. The payment is called off at the provider, and the debt is `to_pay` again, or `paid` where it was paid meanwhile. What the bank has taken, and what is charged without the fan, cannot be called off: 409. A debt that is not being paid stays as it is. */
    cancelOwnDebtPayment(options?: CallOptions): Promise<OwnDebt>
    /** Change what a plan is charged to. By the link of an instalment whose plan is charged by itself: another card, or with `mandate_version` a bank account to debit. Nothing is charged now: what is due already is charged to a new card within minutes, and debited from a new account once its notice is over; all else on its day. What was there before is given up, at the provider too, with its mandate. Plans that were charged to the same, such as a family’s, change with it. `language` is that in which the mandate was read; without it the order’s. 402 when the bank turns the card down. */
    changeOwnCard(input?: ChangeOwnCard, options?: CallOptions): Promise<OwnCardChange>
    /** Retrieve the text of a mandate. What a fan has to read and agree to before a direct debit in this currency. 404 where no scheme debits in it. */
    retrieveMandateText(input: {
  /** ISO 4217, of what is to be paid */
  currency: string
  /** BCP 47 tag, such as en or de-AT */
  language?: string | undefined
}, options?: CallOptions): Promise<MandateText>
    /** List the signed-in fan’s credit. In each currency in which there is some: what they can spend at the checkout. 403 while they have not proven to be a customer. */
    listOwnCredits(options?: CallOptions): List<OwnCreditList>
    /** Retrieve the buyer’s own tickets as a PDF. By the order’s secret. Without tickets that were transferred to another holder; 409 where none is left. */
    retrieveOwnTicketsPdf(input?: {
  /** a6 (default): a page each; a4, letter: four to a sheet, to cut; 203x82: ticket stock of so many millimetres, from 120x50 lying and 70x120 upright */
  paper?: string | undefined
  /** only this ticket */
  ticket_id?: number | undefined
  /** only those after it: a file has 500 at most */
  after_ticket_id?: number | undefined
}, options?: CallOptions): Promise<Response>
    /** Retrieve what the buyer’s page shows at the gate. By the order’s secret. Where the event’s barcodes rotate, `rotation` has the key by which a page makes the code of the moment without a network: the barcode, and behind it the digits of a TOTP (RFC 6238). */
    retrieveOwnCodes(options?: CallOptions): Promise<OwnCodes>
    /** Retrieve a ticket of the buyer’s as a pass for Apple Wallet. By the order’s secret. 409 where the organisation offers none (`wallets` of the storefront), or the ticket is not active. */
    retrieveApplePass(ticketId: string | number, options?: CallOptions): Promise<Response>
    /** Retrieve the link that puts a ticket of the buyer’s into Google Wallet. By the order’s secret. 409 where the organisation offers none (`wallets` of the storefront), or the ticket is not active. */
    retrieveGoogleWalletLink(ticketId: string | number, options?: CallOptions): Promise<GoogleWalletLink>
    /** Get the secret of a card that the buyer’s own order has bought. By the order’s secret. With it the card is shown, as on its page. */
    createOwnCardSecret(membershipMemberId: string | number, options?: CallOptions): Promise<CardSecret>
    /** Learn what became of a payment when its buyer comes back. For the page that `return_url` of a checkout, or of the payment of a debt, names. The provider is asked, and order or debt settled, whatever the address says. It tells how the payment ended, on any device, and shows neither basket nor tickets: the browser that bought reads its basket. It can be asked any number of times. */
    settlePaymentReturn(input: SettlePaymentReturn, options?: CallOptions): Promise<PaymentReturn>
    /** Retrieve how to pay the buyer’s own order by transfer. Of an order that was checked out with payment_method bank_transfer: account, reference and deadline, and what became of it. 404 of any other. */
    retrieveOwnTransfer(options?: CallOptions): Promise<OwnTransfer>
    /** Retrieve what a shop’s page shows of the organisation. Its name, its look, what an order costs beside its tickets, how it takes payments, and where fans sign in. A publishable key is enough. */
    retrieve(options?: CallOptions): Promise<Storefront>
    /** List what is on, with what it costs from and what is left. Live events that are not over, soonest first, each with its offer in a few words: what a shop’s first page shows. `search` matches part of the title, or the whole event_id. A publishable key sees public events only. */
    listProgramme(input?: {
  /** items on a page */
  limit?: number | undefined
  /** free text, any case */
  search?: string | undefined
  /** only those there */
  venue_id?: string | number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  /** of the texts, as `de`; before Accept-Language. One that they are not in changes nothing */
  lang?: string | undefined
}, options?: CallOptions): List<Programme>
    /** List the memberships that a shop sells. In the order of their categories and their own. Each with what it costs today, and with the plans by which it can be paid, in dates and amounts. What will be on sale later is here, too, with its day. A publishable key is enough. */
    listMembershipsOnSale(input?: {
  /** boxoffice: those too that are not shown online, which a publishable key never sees */
  channel?: 'online' | 'boxoffice' | undefined
}, options?: CallOptions): List<MembershipOnSaleList>
    /** Retrieve the buyer’s own order. For the page that sold it, after it was closed or the payment took long. A publishable key is enough, with the secret that the checkout gave. Tickets that were transferred to another holder are left out. */
    retrieveOwnOrder(options?: CallOptions): Promise<OrderWithTickets>
    /** Have links to one’s tickets mailed. By the number of an order, to the address that it has; by an address, all that it has bought or been passed on, for events that are not over. The mail goes to the address on file and nowhere else, and the answer does not tell whether there is one. */
    findTickets(input: FindTickets, options?: CallOptions): Promise<TicketsMailed>
    /** Retrieve which seats of a season are free. Free is a seat that can be had at every event of the season that is to come. As of an event: ask again with `since` for what changed; where the seats are is in the drawing of this `version`. At most five seconds old, however many ask. A publishable key sees the seasons of memberships that are on sale online, and never who has a seat. */
    retrieveSeasonSeats(seasonId: string | number, input?: {
  since?: string | undefined
}, options?: CallOptions): Promise<SeasonSeats>
    /** Retrieve the drawing of a season’s seats. As of an event, without price categories: a seat costs what the membership costs. It never changes, and may be kept for ever. */
    retrieveSeasonSeatDrawing(seasonId: string | number, version: string | number, options?: CallOptions): Promise<SeasonSeatDrawing>
  }
  taxRates: {
    /** List tax rates. In the order of their ids, page by `cursor`; those that are archived too. */
    list(input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<TaxRateList>
    /** Create a tax rate. Its kind, its country and whether prices include it stay as they are for ever: what was sold at it refers to it. */
    create(input: CreateTaxRate, options?: CallOptions): Promise<TaxRate>
    /** Retrieve a tax rate. As staff see it, whatever its state. */
    retrieve(taxRateId: string | number, options?: CallOptions): Promise<TaxRate>
    /** Change a tax rate. What is not sent stays as it is; null clears. */
    change(taxRateId: string | number, input?: ChangeTaxRate, options?: CallOptions): Promise<TaxRate>
    /** Archive a tax rate. It is chosen for nothing new, and no longer on fees. Prices that bear it go on bearing it, and what was sold stays as it was sold. */
    archive(taxRateId: string | number, options?: CallOptions): Promise<TaxRate>
  }
  team: {
    /** List the team. Everybody who has a role or was invited, in the order in which they came; at most 1,000. */
    list(options?: CallOptions): List<StaffMemberList>
    /** Invite a person to the team. Mails a link that works once, for seven days. A person who was invited before gets a new one, and the old one stops working. No role can be given that can do more than the caller. */
    inviteMember(input: InviteTeamMember, options?: CallOptions): Promise<StaffMember>
    /** Remove a person from the team. Holds everywhere within 5 seconds, and takes back an invitation too. A person with no role left anywhere is signed out. There is always an owner left. */
    removeMember(staffId: string | number, options?: CallOptions): Promise<StaffMember>
    /** Change a team member’s role. Holds everywhere within 5 seconds. There is always an owner left. */
    changeMember(staffId: string | number, input: ChangeTeamMember, options?: CallOptions): Promise<StaffMember>
    /** Retrieve the provider that staff sign on by. Without its client’s secret. 404 where staff have passwords and passkeys only. */
    retrieveStaffProvider(options?: CallOptions): Promise<StaffProvider>
    /** Have staff sign on by the club’s own provider. OpenID Connect, authorisation code with PKCE. Its discovery document is read first, and what is wrong with it is said. Another issuer begins anew: who was linked by the last one links again. */
    setStaffProvider(input: SetStaffProvider, options?: CallOptions): Promise<StaffProvider>
    /** Have staff sign in by password and passkey only. Everybody who came by the provider is signed out within five seconds. They stay in the team: those without an account of their own are invited again. */
    removeStaffProvider(options?: CallOptions): Promise<StaffProviderRemoved>
  }
  ticketPage: {
    /** Retrieve what a ticket page shows. Needs no key: the secret says whose tickets they are. That of an order shows all its tickets but those that were passed on; a holder who was passed one has a secret that shows this one alone. What `/t/{secret}` shows, for a page of your own. */
    retrieve(options?: CallOptions): Promise<TicketPage>
    /** Retrieve the tickets of a ticket page as a PDF. Those that are active; 409 where none is left. */
    retrievePagePdf(input?: {
  /** only this ticket */
  ticket_id?: number | undefined
}, options?: CallOptions): Promise<Response>
    /** Retrieve a document of one’s own order as a PDF. An invoice, a receipt or a credit note of `documents` of the page. 404 on the page of one ticket. */
    retrievePageDocumentPdf(documentId: string | number, options?: CallOptions): Promise<Response>
    /** Retrieve an e-invoice of one’s own order. The XML follows EN 16931. If `e_invoice` of the document is false, the answer is 409. */
    retrievePageDocumentXml(documentId: string | number, input?: {
  /** UBL 2.1 or UN/CEFACT D16B */
  syntax?: 'ubl' | 'cii' | undefined
}, options?: CallOptions): Promise<Response>
    /** Say for whom the invoice of one’s own order is. Until `until_unix` of `document_recipient` of the page; 409 after that. 404 on the page of one ticket, and where the order gets no document. */
    setPageRecipient(input: SetPageRecipient, options?: CallOptions): Promise<TicketPage>
    /** Retrieve a ticket of a page as a pass for Apple Wallet. 409 where the organisation offers none (`wallets` of the page), or the ticket is not active. */
    retrievePageApplePass(ticketId: string | number, options?: CallOptions): Promise<Response>
    /** Retrieve the link that puts a ticket of a page into Google Wallet. 409 where the organisation offers none (`wallets` of the page), or the ticket is not active. */
    retrievePageGoogleLink(ticketId: string | number, options?: CallOptions): Promise<GoogleWalletLink>
    /** Rename the holder of one’s own ticket. The answer is the page as it is then. To give the ticket to another person, pass it on instead. */
    renameHolder(ticketId: string | number, input: RenameHolder, options?: CallOptions): Promise<TicketPage>
    /** Pass one’s own ticket on. The barcode dies at once. The new holder gets another one for the same place by mail, with a page of their own, and the answer is the page without it. Only an active ticket on which no one has entered yet. */
    passOnTicket(ticketId: string | number, input: PassOnTicket, options?: CallOptions): Promise<TicketPage>
    /** Have one’s own tickets mailed again. To the address that the order, or the ticket that was passed on, has: `mail_to` of the page hints at it. Once in ten minutes; 409 where there is none, or the organisation has switched tickets_resent off. */
    mailTickets(options?: CallOptions): Promise<TicketPage>
    /** Ask for a refund of one’s own order. Where the organisation takes requests (`refund_request_hours`), and one at a time. The answer is the page as it is then. */
    requestRefund(input?: RequestRefund, options?: CallOptions): Promise<TicketPage>
  }
  tickets: {
    /** Retrieve the QR code of a ticket. Only an active ticket has one, since no other is let in. Where the event’s barcodes rotate, it is the code of the moment, for a screen: the gates take it for less than a minute. Needs the scope codes:read besides. */
    retrieveQr(orderId: string | number, ticketId: string | number, input?: {
  /** without it, what Accept asks for; else svg */
  format?: 'svg' | 'png' | undefined
}, options?: CallOptions): Promise<Response>
    /** List and search tickets. By `ticket_id`, those of one customer by the time of issue, or with `desc` the other way round, whatever became of them. `search` matches the words of the holder’s name or e-mail address, the buyer as they are now, a seat (`North K 12`), or the whole ticket_id; and, for callers with codes:read, the whole barcode or short_code. */
    list(input?: {
  /** items on a page */
  limit?: number | undefined
  /** where the page before ended; excludes page_number */
  cursor?: string | undefined
  event_id?: string | number | undefined
  order_id?: number | undefined
  /** the customer who bought them */
  user_id?: number | undefined
  /** the whole barcode */
  barcode?: string | undefined
  ticket_status_id?: number | undefined
  /** free text, any case */
  search?: string | undefined
  sort_direction?: 'asc' | 'desc' | undefined
}, options?: CallOptions): List<ListedTicketList>
    /** Retrieve a ticket. As staff see it, whatever its state. */
    retrieve(ticketId: string | number, options?: CallOptions): Promise<Ticket>
    /** Change a ticket. What is not sent stays as it is; null clears. */
    change(ticketId: string | number, input?: ChangeTicket, options?: CallOptions): Promise<Ticket>
    /** Transfer a ticket to another holder. The new holder gets a ticket of their own for the same place and seat, which is the answer; the old one is replaced, and its barcode no longer lets anyone in. A holder named with an address is mailed the ticket. Only an active ticket on which no one has entered yet. Needs the scope codes:read besides. */
    transfer(ticketId: string | number, input: TransferTicket, options?: CallOptions): Promise<Ticket>
    /** Re-issue a ticket under a new barcode. For a barcode that was lost or shared. The answer is the new ticket, of the same holder, place and seat; the old one is replaced, and its barcode no longer lets anyone in. Only an active ticket on which no one has entered yet. */
    reissue(ticketId: string | number, options?: CallOptions): Promise<Ticket>
    /** Exchange the seat of a ticket. The answer is a new ticket for the other seat, at the same price; the old one is replaced, its seat free, and its barcode lets no one in. It is mailed. Only an active ticket on which no one has entered yet. */
    exchangeSeat(ticketId: string | number, input: ExchangeSeat, options?: CallOptions): Promise<Ticket>
    /** List the keys of an event’s barcodes. All of them, oldest first: the one that signs and those that signed before and still verify. */
    listSigningKeys(eventId: string | number, options?: CallOptions): List<EventSigningKeyList>
    /** Replace the key that signs an event’s barcodes. For a key that may have leaked. Barcodes that are issued from now on bear the new key; processes that had opened the old one stop using it within ten minutes. What the old one has signed stays valid, here and in the manifest, until those tickets are re-issued or revoked and the old key is deleted. */
    replaceSigningKey(eventId: string | number, options?: CallOptions): Promise<EventSigningKey>
    /** Delete a retired key of an event’s barcodes. From the next manifest on, no gate takes a barcode of this key, also one that was forged. Only a key that no active ticket bears any more: re-issue or cancel those first. Until 15 minutes after it was retired, some process may still be signing. */
    deleteSigningKey(eventId: string | number, signingKeyId: string | number, options?: CallOptions): Promise<DeletedEventSigningKey>
    /** Retrieve the tickets of an order as a PDF. Its active tickets, to print at home or on ticket stock. 409 where it has none. Needs the scope codes:read besides. */
    retrievePdf(orderId: string | number, input?: {
  /** a6 (default): a page each; a4, letter: four to a sheet, to cut; 203x82: ticket stock of so many millimetres, from 120x50 lying and 70x120 upright */
  paper?: string | undefined
  /** only this ticket */
  ticket_id?: number | undefined
  /** only those after it: a file has 500 at most */
  after_ticket_id?: number | undefined
}, options?: CallOptions): Promise<Response>
    /** Revoke the links to a ticket that was passed on. Of its present holder. The tickets of the buyer are shown by the secret of the order. */
    revokeSecret(ticketId: string | number, options?: CallOptions): Promise<NewSecret>
  }
  venues: {
    /** List venues. In the order of their ids, page by `cursor`; those that are archived too. */
    list(input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<VenueList>
    /** Create a venue. What is not sent has its default, or none. */
    create(input: CreateVenue, options?: CallOptions): Promise<Venue>
    /** Retrieve a venue. As staff see it, whatever its state. */
    retrieve(venueId: string | number, options?: CallOptions): Promise<Venue>
    /** Change a venue. What is not sent stays as it is; null clears. */
    change(venueId: string | number, input?: ChangeVenue, options?: CallOptions): Promise<Venue>
    /** Archive a venue. Its events and gates stay as they are. */
    archive(venueId: string | number, options?: CallOptions): Promise<Venue>
    /** List gates. In the order of their ids, page by `cursor`; those that are archived too. */
    listGates(venueId: string | number, input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<GateList>
    /** Create a gate. What is not sent has its default, or none. */
    createGate(venueId: string | number, input: CreateGate, options?: CallOptions): Promise<Gate>
    /** Retrieve a gate. As staff see it, whatever its state. */
    retrieveGate(gateId: string | number, options?: CallOptions): Promise<Gate>
    /** Change a gate. What is not sent stays as it is; null clears. */
    changeGate(gateId: string | number, input?: ChangeGate, options?: CallOptions): Promise<Gate>
    /** Archive a gate. Old scans keep its name. */
    archiveGate(gateId: string | number, options?: CallOptions): Promise<Gate>
    /** Close a gate for now. Scans there are `wrong_gate` until it is opened. The way out stays open. */
    closeGate(gateId: string | number, options?: CallOptions): Promise<Gate>
    /** Open a gate again. One that is open stays so. */
    openGate(gateId: string | number, options?: CallOptions): Promise<Gate>
  }
  webhooks: {
    /** List webhook endpoints. In the order in which they were created, without their secrets. */
    listEndpoints(input?: {
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<WebhookEndpointList>
    /** Create a webhook endpoint. It is sent a ping at once, and tried again by the schedule; its first 2xx proves that a receiver is there, and it is then sent every message from now on, nothing left out. Without types: all that the key may read. An organisation has at most 50. */
    createEndpoint(input: CreateWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpointWithSecret>
    /** Retrieve a webhook endpoint with its statistics. The secret is shown when it is made, and never again. */
    retrieveEndpoint(webhookEndpointId: string | number, options?: CallOptions): Promise<WebhookEndpointDetail>
    /** Delete a webhook endpoint. The caller must be allowed to read what it is sent. It is sent nothing more; its address and its secrets are forgotten. The log of what it was sent stays for its 30 days. */
    deleteEndpoint(webhookEndpointId: string | number, options?: CallOptions): Promise<DeletedWebhookEndpoint>
    /** Change, disable or enable a webhook endpoint. What is not sent stays as it is. A caller who changes more than the description must be allowed to read what is sent there, and signed-in staff confirm their identity before the address changes. Disabling cancels what still waits for it; after enabling it again, a replay sends what it missed. */
    changeEndpoint(webhookEndpointId: string | number, input?: ChangeWebhookEndpoint, options?: CallOptions): Promise<WebhookEndpoint>
    /** Replace the secret of a webhook endpoint. For the overlap, what is sent carries two signatures, and either verifies. Rolling again within it drops the oldest of three. The caller must be allowed to read what is sent. */
    rollSecret(webhookEndpointId: string | number, input?: RollWebhookSecret, options?: CallOptions): Promise<WebhookEndpointWithSecret>
    /** Send a ping to a webhook endpoint. A message of the type ping, to this endpoint only and whatever its types; sent once. Its first 2xx proves a new endpoint: until then it is tried again, in the place of the ping that was waiting. The delivery log tells what it answered. */
    testEndpoint(webhookEndpointId: string | number, options?: CallOptions): Promise<WebhookDelivery>
    /** Send the messages of a time range again. Those of the types of the endpoint, whether it had them or not, by sequence and each with its own webhook-id; at most 10000 a call: while has_more is true, ask again with after_sequence. Messages are kept for 30 days. They are sent little by little. One replay for an endpoint, and 5 for an organisation, are under way at once; another is 409 state_conflict until then. Disabling the endpoint ends it. */
    replayEndpoint(webhookEndpointId: string | number, input: ReplayWebhookEndpoint, options?: CallOptions): Promise<WebhookReplay>
    /** Read messages in order. What webhooks send, by sequence, with or without an endpoint: all types of which the key has the scope; with all scopes there are no gaps. Messages are kept for 30 days. A receiver that has seen a number has seen, or can read, every lower one that it may read. A page may hold fewer than limit, where messages are long or most are of other types: go on while has_more is true. */
    listMessages(input?: {
  /** sequence of the last message that you have */
  after?: number | undefined
  /** items on a page */
  limit?: number | undefined
}, options?: CallOptions): List<WebhookMessageList>
    /** Read the delivery log. What was sent to endpoints and what they answered, newest first. Kept for 30 days. */
    listDeliveries(input?: {
  webhook_endpoint_id?: number | undefined
  status?: 'pending' | 'succeeded' | 'failed' | 'cancelled' | undefined
  type?: 'order.created' | 'order.completed' | 'order.cancelled' | 'order.refunded' | 'order.expired' | 'ticket.issued' | 'ticket.scanned' | 'ticket.cancelled' | 'ticket.transferred' | 'member.created' | 'member.updated' | 'member.fulfilled' | 'member.renewed' | 'member.cancelled' | 'instalment.paid' | 'instalment.failed' | 'mandate.given' | 'mandate.given_up' | 'mandate.failed' | 'instalment.moved' | 'renewal.announced' | 'renewal.failed' | 'renewal.stopped' | 'debt.created' | 'debt.settled' | 'debt.overdue' | 'payment.reversed' | 'credit.changed' | 'customer.created' | 'customer.updated' | 'event.created' | 'event.updated' | 'event.cancelled' | 'event.sold_out' | 'scan.conflict' | 'webhook_endpoint.disabled' | 'ping' | undefined
  /** items on a page */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}, options?: CallOptions): List<WebhookDeliveryList>
    /** Send a message to its endpoint again. Now, as a delivery of its own with the same webhook-id, whatever became of the first. */
    retryDelivery(webhookDeliveryId: string | number, options?: CallOptions): Promise<WebhookDelivery>
  }
}
