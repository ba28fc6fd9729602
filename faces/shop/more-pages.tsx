import { Bought, Pending } from './basket-paid.tsx'
import { BasketMemberships, OrderMemberships } from './bought-memberships.tsx'
import { DebitNote } from './debit-mandate.tsx'
import { DebtPage } from './debt-page.tsx'
import { FindTickets } from './find-tickets.tsx'
import { HoldersForm } from './holders-form.tsx'
import { InvoiceForm, invoiceOf } from './invoice-form.tsx'
import { LegalPage } from './legal.tsx'
import { MemberProof, MemberQuestion } from './member-proof.tsx'
import { MembershipsPage } from './memberships-page.tsx'
import { paymentParts } from './more-payment.ts'
import { OrdersPage } from './orders-page.tsx'
import { OtherBasket } from './other-basket.tsx'
import { ProgrammeSearch } from './programme-search.tsx'
import { Returned } from './returned.tsx'
import { SeasonPage } from './season-page.tsx'
import { SignedIn } from './signed-in.tsx'
import { TransferPage } from './transfer-page.tsx'
import { Wallets } from './wallets.tsx'

/** What few fans open, loaded together: many small files take a phone longer than one. */
export const morePages = {
  ...paymentParts,
  BasketMemberships,
  Bought,
  DebitNote,
  DebtPage,
  FindTickets,
  HoldersForm,
  InvoiceForm,
  invoiceOf,
  LegalPage,
  MemberProof,
  MemberQuestion,
  MembershipsPage,
  OrderMemberships,
  OrdersPage,
  OtherBasket,
  Pending,
  ProgrammeSearch,
  Returned,
  SeasonPage,
  SignedIn,
  TransferPage,
  Wallets,
}
