import type { Basket, Storefront } from '@grandstand/sdk'

/** What to pay with; a text that says what is wrong where the buyer has to mend something first. */
export type Till = { method(form: HTMLFormElement): Promise<{ method: string } | { problem: string }> }

export type PaymentProps = { basket: Basket; storefront: Storefront; setTill(till: Till): void }
