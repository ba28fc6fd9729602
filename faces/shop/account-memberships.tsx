import type { SsoMembership } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../kit/button.tsx'
import { spokenOf } from '../kit/languages.ts'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import { config, routes } from './config.ts'
import styles from './memberships.module.css'
import { TroubleNotice } from './notice.tsx'
import { useShop } from './shop.tsx'
import { withToken } from './token.ts'
import { troubleOf } from './trouble.ts'
import { membershipWords } from './words/memberships.ts'
import { renewWords } from './words/renew.ts'

/** What a fan who is signed in is a member of: each card, its seat, and what is due next, which can be paid before its day. */
export function AccountMemberships() {
  const { words, language, price, date, place, storefront } = useShop()
  const spoken = membershipWords[spokenOf(language) ?? 'en']
  const token = withToken()
  const { data } = useLoad(async () => (token.ssoToken === undefined ? [] : api.sso.listMemberships(token).all()), [])
  const [opening, setOpening] = useState<number>()
  const [error, setError] = useState<unknown>()
  const open = async (memberId: number) => {
    setOpening(memberId)
    setError(undefined)
    await api.sso
      .createCardSecret(memberId, token)
      .then(({ card_secret }) => location.assign(config.tickets + card_secret), setError)
    setOpening(undefined)
  }
  if (!data || data.length === 0) return null
  const nextOf = ({ plans }: SsoMembership) =>
    plans.flatMap(({ next_payment, currency }) => (next_payment ? [{ ...next_payment, currency }] : []))[0]
  return (
    <section class={styles.page}>
      <h2>{spoken.yours}</h2>
      {error !== undefined && <TroubleNotice trouble={troubleOf(error, words)} />}
      <ul class={styles.lines}>
        {data.map((membership) => {
          const { membership_member_id: id, first_name, last_name, type_title, member_number, seat } = membership
          const next = nextOf(membership)
          return (
            <li key={id}>
              <span>
                <b>
                  {first_name} {last_name}
                </b>
                <small>{[type_title, spoken.number(member_number)].filter((part) => part !== null).join(' · ')}</small>
                {seat && <small>{place({ ...seat, entrance: null })}</small>}
                {next && (
                  <small>
                    {spoken.nextPayment(
                      price(next.open, next.currency),
                      date(next.due_at - 1, storefront.timezone, 'long'),
                    )}
                  </small>
                )}
              </span>
              {next?.pay_url && (
                <ButtonLink href={next.pay_url} look={next.overdue ? 'strong' : 'plain'}>
                  {words.pay(price(next.open, next.currency))}
                </ButtonLink>
              )}
              {membership.renewals.length > 0 && (
                <ButtonLink href={`${routes.memberships}?renew=1`}>
                  {renewWords[spokenOf(language) ?? 'en'].renew}
                  <span class="visually-hidden">
                    {' '}
                    {first_name} {last_name}
                  </span>
                </ButtonLink>
              )}
              {config.tickets !== undefined && (
                <Button busy={opening === id} onClick={() => open(id)}>
                  {spoken.card}
                  <span class="visually-hidden">
                    {' '}
                    {first_name} {last_name}
                  </span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
