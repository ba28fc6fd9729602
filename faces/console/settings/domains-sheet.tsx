import type { PaymentDomain } from '@grandstand/sdk'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { shortTime } from '../parts/format.ts'
import { Sheet, Tag } from '../parts/page.tsx'
import type { Tone } from '../parts/tone.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/services.ts'
import styles from './settings.module.css'

const WALLETS = ['apple_pay', 'google_pay', 'link']
const nameOf = (wallet: string): string => words.methods[wallet] ?? wallet

/** Where the shop can show wallets, and what keeps one back; nothing of a sandbox, where they are pretended. */
export function DomainsSheet() {
  const { data, error, reload } = useLoad(() => api.payments.listDomains().page(), [])
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data || data.data.length === 0) return null
  return (
    <Sheet title={words.walletHosts} about={words.aboutWalletHosts}>
      <ul class={styles.hosts}>
        {data.data.map((domain) => (
          <li key={domain.host}>
            <Domain domain={domain} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function Domain({ domain }: { domain: PaymentDomain }) {
  const { host, problem, next_attempt } = domain
  const { tag, tone, text } = standingOf(domain)
  return (
    <>
      <p>
        <strong>{host}</strong> <Tag tone={tone}>{tag}</Tag>
      </p>
      {text !== undefined && <p class={styles.muted}>{text}</p>}
      {problem !== null && <p class={styles.muted}>{words.providerSays({ text: problem })}</p>}
      {tone === 'flare' && <p class={styles.muted}>{words.triedAgain({ time: shortTime(next_attempt) })}</p>}
    </>
  )
}

function standingOf({ status, ready_wallets: ready }: PaymentDomain): { tag: string; tone: Tone; text?: string } {
  if (status === 'waiting') return { tag: words.hostWaits, tone: 'sky' }
  if (status === 'failed') return { tag: words.hostFailed, tone: 'flare', text: words.hostFailedText }
  const lacking = WALLETS.filter((wallet) => !ready.some((name) => name === wallet))
  if (lacking.length === 0) return { tag: words.hostReady, tone: 'good' }
  return { tag: words.hostPartly, tone: 'flare', text: words.notYetThere({ wallets: lacking.map(nameOf).join(', ') }) }
}
