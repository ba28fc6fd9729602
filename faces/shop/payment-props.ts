import type { Storefront } from '@grandstand/sdk'

/** What to pay with; a text that says what is wrong where the buyer has to mend something first. */
export type Till = { method(form: HTMLFormElement): Promise<{ method: string } | { problem: string }> }

/** So much is to pay, for a basket or a debt. */
export type PaymentProps = {
  total: number
  /** A card is left, and nothing paid. */
  isSetup?: boolean
  currency: string | null
  storefront: Storefront
  setTill(till: Till): void
}
