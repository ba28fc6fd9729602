import type { Basket, Storefront } from '@grandstand/sdk'
import type { FunctionComponent } from 'preact'
import type { Charge } from '../kit/charges.ts'

/**
 * What to pay with, whether it sends the buyer to another page, and of a direct debit the version of the mandate that they have read; a text that
 * says what is wrong where the buyer has to mend something first.
 */
export type Till = {
  method(form: HTMLFormElement): Promise<Chosen | { problem: string }>
}
export type Chosen = {
  method: string
  redirects: boolean
  mandate?: number
  /** What a wallet says of its owner that the form does not ask. */
  customer?: { postcode?: string }
}

/** So much is to pay, for a basket or a debt. */
export type PaymentProps = {
  total: number
  /** A card or an account is left, and nothing paid. */
  isSetup?: boolean
  currency: string | null
  storefront: Storefront
  /** Of the event, in Unix seconds: what takes days is not offered shortly before. */
  startsAt?: number | null | undefined
  /** Of a basket that is paid by a plan: all of them, and whether the first is charged now. */
  charges?: { all: Charge[]; isFirstToday: boolean }
  /** Later parts are charged by it. */
  cardOnly?: boolean
  /** By direct debit too, where the club takes them. */
  takesDebits?: boolean
  /** Wallets stand above the form, and need not stand in it. */
  hasExpress?: boolean
  /** How to transfer it is told beside it. */
  withoutTransfer?: boolean
  /** What is agreed to for a debit, with the version that is on the page; undefined while none is. */
  Mandate?: FunctionComponent<{
    currency: string
    isSetup?: boolean | undefined
    charges?: PaymentProps['charges']
    onRead(version: number | undefined): void
  }>
  setTill(till: Till): void
}

/** As that of a till; undefined where the wallet has said itself what is wrong. */
export type WalletMethod = (form: HTMLFormElement) => Promise<Chosen | { problem: string } | undefined>

/** A basket that can be paid by a wallet, above the form. */
export type ExpressProps = Omit<PaymentProps, 'setTill' | 'Mandate'> & {
  basket: Basket
  /** What the fan has to say besides who they are and has not said yet, by the names of the fields. */
  missing(filled: FormData): Record<string, string>
  onMissing(problems: Record<string, string>): void
  /** Pays with what is given, once the form has all that is needed. */
  pay(method: WalletMethod): Promise<void>
  onTrouble(error: unknown): void
  /** The basket is no longer what it was. */
  onChange(): void
}
