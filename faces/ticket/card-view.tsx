import type { CardPage } from '@grandstand/sdk'
import { formatDate } from '../kit/dates.ts'
import { placeParts } from '../kit/place.ts'
import { Qr } from '../kit/qr.tsx'
import { useWakeLock } from '../kit/wake-lock.ts'
import card from './card.module.css'
import { CardPayments, PayNext } from './card-payments.tsx'
import { cardWords } from './card-words.ts'
import { ForgetDevice } from './forget-device.tsx'
import { MovedClock } from './moved-clock.tsx'
import { PassFiles } from './pass-files.tsx'
import styles from './ticket.module.css'
import { language, spoken } from './words.ts'

/** A card as it is shown at the gate: whose it is, the code on white, and what is still to pay. */
export function CardView({ page, asOf }: { page: CardPage; asOf: number | null }) {
  const { organisation, barcode } = page
  const { type_title, category_title, season_title, standing, expires, member_number, ...member } = page.card
  const said = cardWords[spoken]
  const at = (unix: number, style: 'long' | 'time') => formatDate(unix, organisation.timezone, language, style)
  const trouble = said.standings[standing]
  useWakeLock()
  return (
    <>
      <header class={styles.masthead}>{organisation.name}</header>
      <main class={styles.page}>
        <MovedClock zone={organisation.timezone} />
        <h1>
          {member.first_name} {member.last_name}
        </h1>
        {asOf !== null && <p class={styles.offline}>{said.offline(at(Math.floor(asOf / 1000), 'time'))}</p>}
        {trouble !== undefined && (
          <div class={styles.warning}>
            <p>{trouble}</p>
            {(standing === 'overdue' || standing === 'unpaid') && <PayNext plans={page.plans} />}
          </div>
        )}
        <article class={styles.ticket}>
          <div class={card.stripe} style={member.hex_color === null ? {} : { background: member.hex_color }} />
          <div class={styles.stub}>
            <h2>{type_title ?? said.member}</h2>
            <p>
              {[category_title === type_title ? null : category_title, season_title]
                .filter((part) => part !== null)
                .join(' · ')}
            </p>
            <p>{expires === null ? said.forLife : said.until(at(expires - 1, 'long'))}</p>
            {member.seat && (
              <dl class={styles.place}>
                {placeParts({ ...member.seat, entrance: null }, spoken).map(({ name, label, value }) => (
                  <div key={name}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
          <div class={styles.code}>
            {barcode === null ? (
              <p class={styles.void}>{said.void}</p>
            ) : (
              <Qr text={barcode} label={said.code(member_number)} />
            )}
            <p class={styles.number}>{said.number(member_number)}</p>
          </div>
          {barcode !== null && (
            <div class={styles.actions}>
              <PassFiles wallets={page.wallets} name={`card-${member_number}`} pdf="/card.pdf" passes="" />
            </div>
          )}
        </article>
        <p class={styles.small}>{said.show}</p>
        {page.plans.map((plan) => (
          <CardPayments key={plan.order_id} plan={plan} timezone={organisation.timezone} />
        ))}
        <p class={styles.foot}>
          <span>{said.number(member_number)}</span>
          <ForgetDevice />
        </p>
      </main>
    </>
  )
}
