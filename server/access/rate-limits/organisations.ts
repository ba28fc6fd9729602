import { addressBucket } from './addresses.ts'
import type { Round } from './rounds.ts'
import type { Limits, LimitWindows } from './verdicts.ts'
import { type LimitWindow, openWindow } from './windows.ts'

export type LimitSubject = Limits & {
  orgId: number
  keyId: number
  /** Of a publishable key's caller: its windows count per address. */
  address?: string
}

/** Everything this process knows of one organisation's windows. Its statements run one after the other. */
export type LimitedOrganisation = {
  readonly orgId: number
  readonly organisationDay: LimitWindow
  readonly keys: Map<number | string, LimitedKey>
  readonly windows: Map<string, LimitWindow>
  readonly rounds: Round[]
  /** Set while statements are under way; resolves when none is left. */
  sending: Promise<void> | undefined
  /** A statement is overdue: nobody queues behind it. */
  stuck: boolean
  storeDownUntilMs: number
}

export type LimitedKey = LimitWindows & { readonly id: number | string; readonly organisation: LimitedOrganisation }

export type LimitedOrganisations = {
  find(subject: LimitSubject): LimitedKey
  findWindow(orgId: number, subject: string): [LimitedOrganisation, LimitWindow] | undefined
  /** Called when a key leases. Every key leases at least once a minute in use, so this order is that of last use. */
  touch(key: LimitedKey): void
  all(): Iterable<LimitedOrganisation>
}

/** Keeps at most `keysMax` keys; `onEvict` gives back what the one used longest ago still holds. */
export function createLimitedOrganisations(
  keysMax: number,
  onEvict: (organisation: LimitedOrganisation, windows: LimitWindow[]) => Promise<unknown>,
): LimitedOrganisations {
  const organisations = new Map<number, LimitedOrganisation>()
  const byLastLease = new Set<LimitedKey>()

  const evict = (key: LimitedKey): void => {
    const { organisation, minute, day, organisationDay } = key
    byLastLease.delete(key)
    organisation.keys.delete(key.id)
    const unused = organisation.keys.size === 0 ? [minute, day, organisationDay] : [minute, day]
    onEvict(organisation, unused).then(() => {
      if (organisation.keys.size === 0) organisations.delete(organisation.orgId)
      // The key may have come back meanwhile, and then it uses these same windows again.
      if (organisation.keys.has(key.id)) return
      organisation.windows.delete(minute.subject)
      organisation.windows.delete(day.subject)
    })
  }

  const touch = (key: LimitedKey): void => {
    byLastLease.delete(key)
    byLastLease.add(key)
    if (byLastLease.size <= keysMax) return
    const oldest = byLastLease.values().find(({ minute, day }) => minute.waiting + day.waiting === 0)
    if (oldest) evict(oldest)
  }

  return {
    find({ orgId, keyId, address }) {
      const organisation = organisations.get(orgId) ?? open(organisations, orgId)
      const id = address === undefined ? keyId : `${keyId}@${addressBucket(address)}`
      const known = organisation.keys.get(id)
      if (known) return known
      const key = openKey(organisation, id)
      touch(key)
      return key
    },
    findWindow(orgId, subject) {
      const organisation = organisations.get(orgId)
      const window = organisation?.windows.get(subject)
      return organisation && window ? [organisation, window] : undefined
    },
    touch,
    all: () => organisations.values(),
  }
}

function open(organisations: Map<number, LimitedOrganisation>, orgId: number): LimitedOrganisation {
  const organisationDay = openWindow('organisation:day', 'rate_limit_organisation_day')
  const organisation: LimitedOrganisation = {
    orgId,
    organisationDay,
    keys: new Map(),
    windows: new Map([[organisationDay.subject, organisationDay]]),
    rounds: [],
    sending: undefined,
    stuck: false,
    storeDownUntilMs: Number.NEGATIVE_INFINITY,
  }
  organisations.set(orgId, organisation)
  return organisation
}

function openKey(organisation: LimitedOrganisation, id: number | string): LimitedKey {
  const key: LimitedKey = {
    id,
    organisation,
    minute: openKeyWindow(organisation, `key:${id}:minute`, 'rate_limit_minute'),
    day: openKeyWindow(organisation, `key:${id}:day`, 'rate_limit_day'),
    organisationDay: organisation.organisationDay,
  }
  organisation.keys.set(id, key)
  return key
}

function openKeyWindow(organisation: LimitedOrganisation, subject: string, code: LimitWindow['code']): LimitWindow {
  const window = organisation.windows.get(subject) ?? openWindow(subject, code)
  organisation.windows.set(subject, window)
  return window
}
