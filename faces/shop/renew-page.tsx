import type { Basket } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { ButtonLink } from '../kit/button.tsx'
import { spokenOf } from '../kit/languages.ts'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import { routes } from './config.ts'
import { keptBasket } from './hold.ts'
import { MemberProof } from './member-proof.tsx'
import styles from './memberships.module.css'
import { LoadTrouble } from './notice.tsx'
import { RenewForm } from './renew-form.tsx'
import { usePage, useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'
import { withToken } from './token.ts'
import { renewWords } from './words/renew.ts'

/**
 * Memberships that go on: who the fan is, by the account that they are signed in to or by a code in the mail, and then what they renew. Both
 * belong to a basket, so there is one from here on.
 */
export function RenewPage() {
  const { words, language } = useShop()
  const spoken = renewWords[spokenOf(language) ?? 'en']
  const [isAsked, setAsked] = useState(false)
  const { data, error, reload } = useLoad(readRenewals, [isAsked])
  usePage(spoken.title)
  if (error !== undefined) return <LoadTrouble error={error} onRetry={reload} />
  if (!data) return <p aria-busy="true">{words.loading}</p>
  const { basket, memberships, types } = data
  return (
    <div class={styles.page}>
      <h1 tabIndex={-1}>{spoken.title}</h1>
      {memberships === undefined ? (
        <MemberProof basket={basket} text={spoken.text} onProven={() => setAsked(true)} />
      ) : memberships.length === 0 ? (
        <>
          <p>{spoken.nothing}</p>
          <ButtonLink href={routes.memberships}>{words.memberships}</ButtonLink>
        </>
      ) : (
        <RenewForm memberships={memberships} types={types} />
      )}
    </div>
  )
}

/** What can be renewed; nothing is known of that until the basket's buyer has shown who they are. */
async function readRenewals() {
  const basket = await basketToGoOnWith()
  const { data: types } = await api.storefront.listMembershipsOnSale().page()
  if (!(await isProven(basket))) return { basket, types, memberships: undefined }
  const { data: memberships } = await api.baskets.listRenewals(basket.id).page()
  return { basket, types, memberships }
}

async function basketToGoOnWith(): Promise<Basket> {
  const current = await keptBasket()
  const basket = current?.status === 'open' ? current : await api.baskets.open({})
  shopStorage.setBasket(basket.id)
  return basket
}

/** By a code that was typed for this basket, or by the account; one that the club does not know of proves nothing, and a code is asked for. */
async function isProven({ id }: Basket): Promise<boolean> {
  if (shopStorage.provenBasket() === id) return true
  const token = withToken()
  if (token.ssoToken === undefined) return false
  return api.baskets.proveMember(id, {}, token).then(
    () => {
      shopStorage.setProvenBasket(id)
      return true
    },
    () => false,
  )
}
