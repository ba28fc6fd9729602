export const setupSteps = ['club', 'ground', 'seats', 'event', 'shop', 'payments', 'team', 'scanners', 'sale'] as const
export type SetupStep = (typeof setupSteps)[number]

/** What a step may still lack. */
export const setupParts = [
  ...(['logo', 'colours', 'contact'] as const),
  ...(['venue', 'gates', 'seats', 'event', 'published'] as const),
  ...(['terms', 'privacy', 'account', 'colleague', 'scanner', 'ticket'] as const),
]
export type SetupPart = (typeof setupParts)[number]

/** What there is of an organisation, as far as it tells how far it is set up. */
export type SetupFacts = {
  mode: 'live' | 'test'
  has_logo: boolean
  has_colours: boolean
  has_contact: boolean
  has_account: boolean
  has_venue: boolean
  has_gates: boolean
  has_seats: boolean
  has_event: boolean
  has_published: boolean
  has_terms: boolean
  has_privacy: boolean
  has_colleague: boolean
  has_scanner: boolean
  has_ticket: boolean
  /** A match that it sold tickets for is over. */
  has_run_a_match: boolean
}

type Step = { step: SetupStep; missing: SetupPart[] }

/**
 * What is left to do, in the order in which it is best done. Seats are needed where they are numbered: a club that has published an event
 * without them does not. A sandbox charges no card and is there to try a sale; a live organisation connects an account where the service has
 * a provider.
 */
export function setupOf(facts: SetupFacts, canConnect: boolean): Step[] {
  const lacks = (part: SetupPart, isThere: boolean): SetupPart[] => (isThere ? [] : [part])
  const isSandbox = facts.mode === 'test'
  return [
    {
      step: 'club',
      missing: [
        ...lacks('logo', facts.has_logo),
        ...lacks('colours', facts.has_colours),
        ...lacks('contact', facts.has_contact),
      ],
    },
    { step: 'ground', missing: [...lacks('venue', facts.has_venue), ...lacks('gates', facts.has_gates)] },
    { step: 'seats', missing: lacks('seats', facts.has_seats || facts.has_published) },
    { step: 'event', missing: [...lacks('event', facts.has_event), ...lacks('published', facts.has_published)] },
    { step: 'shop', missing: [...lacks('terms', facts.has_terms), ...lacks('privacy', facts.has_privacy)] },
    ...(isSandbox || !canConnect ? [] : [{ step: 'payments' as const, missing: lacks('account', facts.has_account) }]),
    { step: 'team', missing: lacks('colleague', facts.has_colleague) },
    { step: 'scanners', missing: lacks('scanner', facts.has_scanner) },
    ...(isSandbox ? [{ step: 'sale' as const, missing: lacks('ticket', facts.has_ticket) }] : []),
  ]
}

/** Nothing is left; or it has run a match, and knows by itself what it can do without. */
export const isSetUp = (facts: SetupFacts, steps: Step[]): boolean =>
  facts.has_run_a_match || steps.every(({ missing }) => missing.length === 0)
