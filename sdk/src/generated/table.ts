// Made from openapi.json by npm run openapi. Do not change it by hand.

export { events, figures, organisation, prices, search, staff } from './first-page.ts'

export const apiKeys =
  'list GET /v1/manage/api_keys nl;create POST /v1/manage/api_keys;roll POST /v1/manage/api_keys/*/roll;revoke POST /v1/manage/api_keys/*/revoke n'

export const auditLog =
  'list GET /v1/manage/audit_log l100'

export const bank =
  'listStatements GET /v1/manage/bank_statements l100;importStatement POST /v1/manage/bank_statements;listLines GET /v1/manage/bank_lines l100;retrieveLine GET /v1/manage/bank_lines/* n;bookLine POST /v1/manage/bank_lines/*/book;setAsideLine POST /v1/manage/bank_lines/*/set_aside;reopenLine POST /v1/manage/bank_lines/*/reopen n;listAwaitedTransfers GET /v1/manage/awaited_transfers l100'

export const baskets =
  'listRenewals GET /v1/baskets/*/renewals nl;open POST /v1/baskets;retrieve GET /v1/baskets/* n;abandon DELETE /v1/baskets/* n;change PATCH /v1/baskets/*;addItem POST /v1/baskets/*/items;removeItem DELETE /v1/baskets/*/items/* n;changeItem PATCH /v1/baskets/*/items/*;requestMemberCode POST /v1/baskets/*/member_code;proveMember POST /v1/baskets/*/member;checkout POST /v1/baskets/*/checkout;cancelPayment POST /v1/baskets/*/cancel_payment n'

export const boxOffice =
  'createPaymentLink POST /v1/manage/payment_links;retrievePaymentLink GET /v1/manage/payment_links/* n;cancelPaymentLink POST /v1/manage/payment_links/*/cancel n;lookUpDiscount GET /v1/manage/box_office/discount;previewSale POST /v1/manage/box_office/preview;listCardReaders GET /v1/manage/card_readers nl;retrieveReaderPayment GET /v1/manage/orders/*/reader_payment n;retryReaderPayment POST /v1/manage/orders/*/reader_payment;cancelReaderPayment POST /v1/manage/orders/*/reader_payment/cancel n;listTills GET /v1/manage/tills l100;openTill POST /v1/manage/tills;retrieveTill GET /v1/manage/tills/* n;moveCash POST /v1/manage/tills/*/movements;closeTill POST /v1/manage/tills/*/close;listTillCloses GET /v1/manage/till_closes l100;retrieveTillClose GET /v1/manage/till_closes/* n;listTillReceipts GET /v1/manage/till_receipts l100;retrieveTillReceiptPdf GET /v1/manage/till_receipts/*/receipt.pdf nr;retrieveFiscalSettings GET /v1/manage/fiscal_settings n;replaceFiscalSettings PUT /v1/manage/fiscal_settings'

export const cardPage =
  'retrieve GET /v1/card_page n;retrievePdf GET /v1/card_page/card.pdf nr;retrieveApplePass GET /v1/card_page/apple.pkpass nr;retrieveGoogleLink GET /v1/card_page/google_wallet n'

export const customers =
  'list GET /v1/customers l100;retrieve GET /v1/customers/* n;create POST /v1/manage/customers;change PATCH /v1/manage/customers/*;export GET /v1/manage/customers/*/export n;merge POST /v1/manage/customers/*/merge;retrieveOpenItems GET /v1/manage/customers/*/open_items n;erase POST /v1/manage/customers/*/erase'

export const debts =
  'list GET /v1/manage/debts l100;retrieveCollectionStages GET /v1/manage/collection_stages n;retrieve GET /v1/manage/debts/* n;recordPayment POST /v1/manage/debts/*/record_payment;payByCredit POST /v1/manage/debts/*/pay_by_credit;waive POST /v1/manage/debts/*/waive;remind POST /v1/manage/debts/*/remind n;reverse POST /v1/manage/debts/*/reverse;createLink POST /v1/manage/debts/*/link n;askAccount POST /v1/manage/debts/*/ask_account n;revealAccount POST /v1/manage/debts/*/reveal_account n;listMandates GET /v1/manage/mandates l100;retrieveMandate GET /v1/manage/mandates/* n;giveUpMandate POST /v1/manage/mandates/*/give_up n;listCredits GET /v1/manage/credits l100;grantCredit POST /v1/manage/credits;listCreditEntries GET /v1/manage/credits/*/entries l100;withdrawCredit POST /v1/manage/credits/*/withdraw'

export const discounts =
  'list GET /v1/manage/discounts l100;create POST /v1/manage/discounts;retrieve GET /v1/manage/discounts/* n;change PATCH /v1/manage/discounts/*;archive POST /v1/manage/discounts/*/archive n'

export const documents =
  'retrieveSettings GET /v1/manage/document_settings n;replaceSettings PUT /v1/manage/document_settings;listSeries GET /v1/manage/document_series nl;createSeries POST /v1/manage/document_series;list GET /v1/manage/documents l100;retrievePdf GET /v1/manage/documents/*/document.pdf nr;retrieveXml GET /v1/manage/documents/*/document.xml r;retrieveRecipient GET /v1/manage/orders/*/document_recipient n;setRecipient PUT /v1/manage/orders/*/document_recipient;checkRecipient POST /v1/manage/orders/*/document_recipient/check n;retrieveProformaPdf GET /v1/manage/orders/*/proforma.pdf nr;retrieveReminderPdf GET /v1/manage/debts/*/reminders/*/reminder.pdf nr;retrievePeppolAccessPoint GET /v1/manage/peppol_access_point n;setPeppolAccessPoint PUT /v1/manage/peppol_access_point;removePeppolAccessPoint DELETE /v1/manage/peppol_access_point n;testPeppolAccessPoint GET /v1/manage/peppol_access_point/test n;deliver POST /v1/manage/documents/*/deliver;retrieveAccountingSettings GET /v1/manage/accounting_settings n;replaceAccountingSettings PUT /v1/manage/accounting_settings'

export const exports =
  'exportCustomersCsv GET /v1/manage/exports/customers.csv r;exportMembersCsv GET /v1/manage/exports/members.csv r;exportOrdersCsv GET /v1/manage/exports/orders.csv r;exportTicketsCsv GET /v1/manage/exports/tickets.csv r;exportScansCsv GET /v1/manage/exports/scans.csv r;exportLedgerCsv GET /v1/manage/exports/ledger.csv r;exportDebtsCsv GET /v1/manage/exports/debts.csv r;exportAuditLogCsv GET /v1/manage/exports/audit_log.csv r;exportEventsCsv GET /v1/manage/exports/events.csv r;exportMailSuppressionsCsv GET /v1/manage/exports/mail_suppressions.csv nr;exportRefundRequestsCsv GET /v1/manage/exports/refund_requests.csv r;exportTillsCsv GET /v1/manage/exports/tills.csv r;exportTillClosesCsv GET /v1/manage/exports/till-closes.csv r;exportVenuesCsv GET /v1/manage/exports/venues.csv nr;exportPayoutsCsv GET /v1/manage/exports/payouts.csv r;exportTranslationsCsv GET /v1/manage/exports/translations.csv r;exportDatevCsv GET /v1/manage/exports/datev.csv r;exportBooksZip GET /v1/manage/exports/books.zip r'

export const gates =
  'listEventScans GET /v1/events/*/scans l2500;enrolDevice POST /v1/gate/enrol;retrieveGateDevice GET /v1/gate/device n;sampleClock POST /v1/gate/device/clock;listGateEvents GET /v1/gate/events nl;retrieveManifest GET /v1/gate/events/*/manifest;retrieveWhitelist GET /v1/gate/events/*/whitelist;createScan POST /v1/gate/scans;uploadScans POST /v1/gate/scans/batch;uploadSealedScans POST /v1/gate/scans/sealed;annulScan POST /v1/gate/scans/*/annul n;reportPassage POST /v1/gate/scans/*/passage;listDevices GET /v1/manage/devices l100;createDevice POST /v1/manage/devices;createEnrolmentCode POST /v1/manage/devices/*/enrolment_code n;retrieveDevice GET /v1/manage/devices/* n;changeDevice PATCH /v1/manage/devices/*;revokeDevice POST /v1/manage/devices/*/revoke;findDevice POST /v1/manage/devices/*/find n;listScanConflicts GET /v1/manage/scan_conflicts l100;retrieveScanConflict GET /v1/manage/scan_conflicts/* n;resolveScanConflict POST /v1/manage/scan_conflicts/*/resolve;reopenScanConflict POST /v1/manage/scan_conflicts/*/reopen n;watchEvent GET /v1/manage/events/*/live r;retrieveOccupancy GET /v1/manage/events/*/occupancy n;retrieveSupervisorCode GET /v1/manage/events/*/supervisor_code n;checkSupervisorCode POST /v1/gate/events/*/supervisor_code/check;createStewardMessage POST /v1/manage/events/*/steward_messages;recallStewardMessage POST /v1/manage/events/*/steward_messages/*/recall n;retrievePaperList GET /v1/manage/events/*/paper_list.pdf r'

export const health =
  'healthz GET /healthz n;readyz GET /readyz n'

export const imports =
  'importPeople POST /v1/manage/imports;importTranslations POST /v1/manage/translations'

export const mails =
  'list GET /v1/manage/mails nl;change PATCH /v1/manage/mails/*;preview GET /v1/manage/mails/*/preview;listOrderMails GET /v1/manage/orders/*/mails l100;listCustomerMails GET /v1/manage/customers/*/mails l100;listSuppressions GET /v1/manage/mail_suppressions l100;liftSuppression DELETE /v1/manage/mail_suppressions/* n'

export const members =
  'list GET /v1/members l500;create POST /v1/members;retrieve GET /v1/members/* n;fulfil POST /v1/members/fulfillments;setTrackingCode PUT /v1/members/*/fulfillment_tracking_code;retrieveManaged GET /v1/manage/members/* n;change PATCH /v1/manage/members/*;markPaid POST /v1/manage/members/*/mark_paid n;markInstalments POST /v1/manage/members/*/mark_instalments n;markUnpaid POST /v1/manage/members/*/mark_unpaid n;reinstate POST /v1/manage/members/*/reinstate n;reissueBarcode POST /v1/manage/members/*/reissue_barcode n;assignSeat PUT /v1/manage/members/*/seat;releaseSeat DELETE /v1/manage/members/*/seat n;renew POST /v1/manage/members/*/renew;listTerms GET /v1/manage/members/*/terms nl;listInstalments GET /v1/manage/instalments l100;retrieveInstalment GET /v1/manage/instalments/* n;moveInstalment POST /v1/manage/instalments/*/move;retryInstalment POST /v1/manage/instalments/*/retry n;retrieveCollectionLadder GET /v1/manage/collection_ladder n;replaceCollectionLadder PUT /v1/manage/collection_ladder;previewCollectionLadder POST /v1/manage/collection_ladder/preview;retrieveMembershipPlan GET /v1/manage/membership_plans/* n;pauseMembershipPlan POST /v1/manage/membership_plans/*/pause n;resumeMembershipPlan POST /v1/manage/membership_plans/*/resume n;stopMembershipPlan POST /v1/manage/membership_plans/*/stop n;listMembershipRenewals GET /v1/manage/membership_renewals l100;recordPaymentInstalment POST /v1/manage/instalments/*/record_payment n;recordFailureInstalment POST /v1/manage/instalments/*/record_failure n;retrieveCard GET /v1/members/*/card.pdf nr;revokeCardSecret POST /v1/manage/members/*/revoke_card_secret n;createSaleLink POST /v1/manage/members/*/sale_link;retrieveMembershipCancellation GET /v1/manage/members/*/cancellation n;cancelMembership POST /v1/manage/members/*/cancellation;cancel POST /v1/manage/members/*/cancel'

export const memberships =
  'listTypes GET /v1/membership_types nl;listCategories GET /v1/membership_categories nl;listPaymentOptions GET /v1/membership_payment_options nl;listManagedCategories GET /v1/manage/membership_categories l100;createCategory POST /v1/manage/membership_categories;retrieveManagedCategory GET /v1/manage/membership_categories/* n;changeCategory PATCH /v1/manage/membership_categories/*;archiveCategory POST /v1/manage/membership_categories/*/archive n;listManagedTypes GET /v1/manage/membership_types l100;createType POST /v1/manage/membership_types;retrieveManagedType GET /v1/manage/membership_types/* n;changeType PATCH /v1/manage/membership_types/*;archiveType POST /v1/manage/membership_types/*/archive n;listManagedPaymentOptions GET /v1/manage/membership_payment_options l100;createPaymentOption POST /v1/manage/membership_payment_options;retrieveManagedPaymentOption GET /v1/manage/membership_payment_options/* n;changePaymentOption PATCH /v1/manage/membership_payment_options/*;archivePaymentOption POST /v1/manage/membership_payment_options/*/archive n'

export const orders =
  'listEventOrders GET /v1/events/*/orders l100;retrieve GET /v1/orders/* n;listManaged GET /v1/manage/orders l100;create POST /v1/manage/orders;retrieveManaged GET /v1/manage/orders/* n;listTimeline GET /v1/manage/orders/*/timeline l100;createNote POST /v1/manage/orders/*/notes;resend POST /v1/manage/orders/*/resend;listRefundRequests GET /v1/manage/refund_requests l100;retrieveRefundRequest GET /v1/manage/refund_requests/* n;changeRefundRequest PATCH /v1/manage/refund_requests/*;acceptRefundRequest POST /v1/manage/refund_requests/*/accept n;declineRefundRequest POST /v1/manage/refund_requests/*/decline n;revokeSecret POST /v1/manage/orders/*/revoke_secret n;settle POST /v1/manage/orders/*/settle;recordTransfer POST /v1/manage/orders/*/record_transfer;extendTransfer POST /v1/manage/orders/*/extend_transfer;cancelTransfer POST /v1/manage/orders/*/cancel_transfer n;listRefunds GET /v1/manage/orders/*/refunds nl;refund POST /v1/manage/orders/*/refunds;cancel POST /v1/manage/orders/*/cancel;retryRefund POST /v1/manage/refunds/*/retry n'

export const payments =
  'retrieveAccount GET /v1/manage/payment_account n;startOnboarding POST /v1/manage/payment_account/onboarding;completeOnboarding POST /v1/manage/payment_account/onboarding/complete;retrieveMethods GET /v1/manage/payment_account/methods n;switchMethod PUT /v1/manage/payment_account/methods/*;listDomains GET /v1/manage/payment_account/domains nl;retrieveTransferAccount GET /v1/manage/payment_account/transfer n;changeTransferAccount PUT /v1/manage/payment_account/transfer'

export const payouts =
  'list GET /v1/manage/payouts l100;retrieve GET /v1/manage/payouts/* n;listMovements GET /v1/manage/payouts/*/movements l100;listMissingPayments GET /v1/manage/missing_payments l100;listOperatorInvoices GET /v1/manage/operator_invoices l100;retrieveOperatorInvoicePdf GET /v1/manage/operator_invoices/*/invoice.pdf nr'

export const pictures =
  'upload POST /v1/manage/pictures'

export const priceLists =
  'list GET /v1/manage/price_lists l100;create POST /v1/manage/price_lists;retrieve GET /v1/manage/price_lists/* n;change PATCH /v1/manage/price_lists/*;archive POST /v1/manage/price_lists/*/archive n'

export const runs =
  'list GET /v1/manage/runs l100;create POST /v1/manage/runs;retrieve GET /v1/manage/runs/* n;start POST /v1/manage/runs/*/start n;listItems GET /v1/manage/runs/*/items l100;stop POST /v1/manage/runs/*/stop n;listTags GET /v1/manage/tags l;addTag POST /v1/manage/tags;removeTag POST /v1/manage/tags/remove'

export const seasons =
  'list GET /v1/manage/seasons l100;create POST /v1/manage/seasons;retrieve GET /v1/manage/seasons/* n;change PATCH /v1/manage/seasons/*;archive POST /v1/manage/seasons/*/archive n;listEvents GET /v1/manage/seasons/*/events l100;addEvent PUT /v1/manage/seasons/*/events/* n;removeEvent DELETE /v1/manage/seasons/*/events/* n;listSeats GET /v1/manage/seasons/*/seats l500;extendKeptSeats POST /v1/manage/seasons/*/kept_seats/extend;declineKeptSeat POST /v1/manage/seasons/*/kept_seats/*/decline n;keepSeat PUT /v1/manage/seasons/*/kept_seats/*;listLostSeats GET /v1/manage/seasons/*/lost_seats l500'

export const seatMaps =
  'list GET /v1/manage/seat_maps l100;import POST /v1/manage/seat_maps;retrieve GET /v1/manage/seat_maps/* n;reimport PUT /v1/manage/seat_maps/*;change PATCH /v1/manage/seat_maps/*;addSeatSection POST /v1/manage/seat_maps/*/sections;changeSeatSection PATCH /v1/manage/seat_maps/*/sections/*;archive POST /v1/manage/seat_maps/*/archive n;listSeats GET /v1/manage/seat_maps/*/seats l500;retrieveSeat GET /v1/manage/seats/* n;changeSeat PATCH /v1/manage/seats/*;blockSeat POST /v1/manage/seats/*/block n;unblockSeat POST /v1/manage/seats/*/unblock n'

export const sso =
  'listMemberships GET /v1/sso/memberships nl;createCardSecret POST /v1/sso/memberships/*/card_secret n;listOrders GET /v1/sso/orders nl;listTickets GET /v1/sso/orders/*/tickets nl;createSecret POST /v1/sso/orders/*/secret n;requestLink POST /v1/sso/link;removeLink DELETE /v1/sso/link n;confirmLink POST /v1/sso/link/confirm;listProviders GET /v1/manage/sso_providers l100;createProvider POST /v1/manage/sso_providers;retrieveProvider GET /v1/manage/sso_providers/* n;changeProvider PATCH /v1/manage/sso_providers/*;archiveProvider POST /v1/manage/sso_providers/*/archive n;testProvider GET /v1/manage/sso_providers/*/test n'

export const storefront =
  'retrieveLegalPage GET /v1/storefront/legal_pages/*;retrieveOwnRecipient GET /v1/sso/document_recipient n;retrieveOwnDebt GET /v1/storefront/debt n;giveOwnAccount PUT /v1/storefront/debt/account;payOwnDebt POST /v1/storefront/debt/payment;cancelOwnDebtPayment POST /v1/storefront/debt/cancel_payment n;changeOwnCard POST /v1/storefront/debt/card;retrieveMandateText GET /v1/storefront/mandate_text;listOwnCredits GET /v1/sso/credits nl;retrieveOwnTicketsPdf GET /v1/storefront/order/tickets.pdf r;retrieveOwnCodes GET /v1/storefront/order/codes n;retrieveApplePass GET /v1/storefront/order/tickets/*/apple.pkpass nr;retrieveGoogleWalletLink GET /v1/storefront/order/tickets/*/google_wallet n;createOwnCardSecret POST /v1/storefront/order/memberships/*/card_secret n;settlePaymentReturn POST /v1/storefront/payment_return;retrieveOwnTransfer GET /v1/storefront/transfer n;retrieve GET /v1/storefront n;listProgramme GET /v1/storefront/programme l50;listMembershipsOnSale GET /v1/storefront/memberships l;retrieveOwnOrder GET /v1/storefront/order n;findTickets POST /v1/storefront/find_tickets;retrieveSeasonSeats GET /v1/storefront/seasons/*/seats;retrieveSeasonSeatDrawing GET /v1/storefront/seasons/*/seats/* n'

export const taxRates =
  'list GET /v1/manage/tax_rates l100;create POST /v1/manage/tax_rates;retrieve GET /v1/manage/tax_rates/* n;change PATCH /v1/manage/tax_rates/*;archive POST /v1/manage/tax_rates/*/archive n'

export const team =
  'list GET /v1/manage/team nl;inviteMember POST /v1/manage/team;removeMember DELETE /v1/manage/team/* n;changeMember PATCH /v1/manage/team/*;retrieveStaffProvider GET /v1/manage/staff_provider n;setStaffProvider PUT /v1/manage/staff_provider;removeStaffProvider DELETE /v1/manage/staff_provider n'

export const ticketPage =
  'retrieve GET /v1/ticket_page n;retrievePagePdf GET /v1/ticket_page/tickets.pdf r;retrievePageDocumentPdf GET /v1/ticket_page/documents/*/document.pdf nr;retrievePageDocumentXml GET /v1/ticket_page/documents/*/document.xml r;setPageRecipient PUT /v1/ticket_page/document_recipient;retrievePageApplePass GET /v1/ticket_page/tickets/*/apple.pkpass nr;retrievePageGoogleLink GET /v1/ticket_page/tickets/*/google_wallet n;renameHolder PATCH /v1/ticket_page/tickets/*;passOnTicket POST /v1/ticket_page/tickets/*/pass_on;mailTickets POST /v1/ticket_page/mail n;requestRefund POST /v1/ticket_page/refund_requests'

export const tickets =
  'retrieveQr GET /v1/orders/*/tickets/*/qr r;list GET /v1/manage/tickets l100;retrieve GET /v1/manage/tickets/* n;change PATCH /v1/manage/tickets/*;transfer POST /v1/manage/tickets/*/transfer;reissue POST /v1/manage/tickets/*/reissue n;exchangeSeat POST /v1/manage/tickets/*/exchange_seat;listSigningKeys GET /v1/manage/events/*/signing_keys nl;replaceSigningKey POST /v1/manage/events/*/signing_keys n;deleteSigningKey DELETE /v1/manage/events/*/signing_keys/* n;retrievePdf GET /v1/orders/*/tickets.pdf r;revokeSecret POST /v1/manage/tickets/*/revoke_secret n'

export const venues =
  'list GET /v1/manage/venues l100;create POST /v1/manage/venues;retrieve GET /v1/manage/venues/* n;change PATCH /v1/manage/venues/*;archive POST /v1/manage/venues/*/archive n;listGates GET /v1/manage/venues/*/gates l100;createGate POST /v1/manage/venues/*/gates;retrieveGate GET /v1/manage/gates/* n;changeGate PATCH /v1/manage/gates/*;archiveGate POST /v1/manage/gates/*/archive n;closeGate POST /v1/manage/gates/*/close n;openGate POST /v1/manage/gates/*/open n'

export const webhooks =
  'listEndpoints GET /v1/webhook_endpoints l100;createEndpoint POST /v1/webhook_endpoints;retrieveEndpoint GET /v1/webhook_endpoints/* n;deleteEndpoint DELETE /v1/webhook_endpoints/* n;changeEndpoint PATCH /v1/webhook_endpoints/*;rollSecret POST /v1/webhook_endpoints/*/roll_secret;testEndpoint POST /v1/webhook_endpoints/*/test n;replayEndpoint POST /v1/webhook_endpoints/*/replay;listMessages GET /v1/webhook_messages l100;listDeliveries GET /v1/webhook_deliveries l100;retryDelivery POST /v1/webhook_deliveries/*/retry n'
