import type { Storefront } from '@grandstand/sdk'

/** What to pay with, and whether it sends the buyer to another page; a text that says what is wrong where the buyer has to mend something first. */
export type Till = {
  method(form: HTMLFormElement): Promise<{ method: string; redirects: boolean } | { problem: string }>
}

/** So much is to pay, for a basket or a debt. */
export type PaymentProps = {
  total: number
  /** A card is left, and nothing paid. */
  isSetup?: boolean
  currency: string | null
  storefront: Storefront
  /** Of the event, in Unix seconds: what takes days is not offered shortly before. */
  startsAt?: number | null | undefined
  /** Later parts are charged by it. */
  cardOnly?: boolean
  /** How to transfer it is told beside it. */
  withoutTransfer?: boolean
  setTill(till: Till): void
}
