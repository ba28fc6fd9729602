import type { CheckoutBasket } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { CheckField } from '../kit/field.tsx'
import { spokenOf } from '../kit/languages.ts'
import { RecipientFields, recipientErrors, recipientOf, recipientProblems } from '../kit/recipient-fields.tsx'
import { recipientWords } from '../kit/recipient-words.ts'
import styles from './basket-page.module.css'
import { useShop } from './shop.tsx'

const wordsIn = (language: string) => recipientWords[spokenOf(language) ?? 'en']

type InvoiceFormProps = { typed: Record<string, string>; problems: Record<string, string> }

/** A box to tick; only then is an address asked for. */
export function InvoiceForm({ typed, problems }: InvoiceFormProps) {
  const { storefront, language } = useShop()
  const said = wordsIn(language)
  const [isWanted, setWanted] = useState(typed.to_invoice !== undefined)
  return (
    <div class={styles.fields}>
      <CheckField
        name="to_invoice"
        label={said.ask}
        hint={isWanted ? undefined : said.askHint}
        defaultChecked={isWanted}
        onChange={setWanted}
      />
      {isWanted && (
        <RecipientFields
          said={said}
          locale={language}
          country={storefront.country}
          typed={typed}
          problems={recipientErrors(problems)}
          pair={styles.pair}
        />
      )}
    </div>
  )
}

type Buyer = CheckoutBasket['customer']

/** What the form says of the invoice, and what is wrong with it, by the names that the service has for it. */
export function invoiceOf(form: FormData, { first_name, last_name }: Buyer, language: string) {
  const document_recipient = recipientOf(form, `${first_name} ${last_name}`.trim())
  const problems = Object.entries(recipientProblems(document_recipient, wordsIn(language)))
  return {
    fields: { document_recipient },
    problems: Object.fromEntries(problems.map(([name, text]) => [`document_recipient[${name}]`, text])),
  }
}
