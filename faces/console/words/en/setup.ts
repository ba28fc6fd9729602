import { counted } from '../../language/language.ts'

type Step = { title: string; about: string; verb: string }

/** Of what a new organisation has left to do. */
export const setup = {
  welcome: (left: number) => `Welcome. ${counted(left, 'step', 'steps')} to your first match.`,
  stepsLeft: (left: number) => `${counted(left, 'step', 'steps')} left`,
  progress: (done: number, all: number) =>
    `${done} of ${all} done. You can leave at any time; this list waits for you.`,
  list: 'What is left to do',
  done: 'Done',
  open: 'Not done yet',
  missing: (parts: string) => `Missing: ${parts}`,
  someoneElse: 'An owner does this',
  importMembers: 'Import members',
  lookAround: 'Have a list of your members?',
  steps: {
    club: { title: 'Your club', about: 'Logo, colours, contact', verb: 'Make it yours' },
    ground: { title: 'Your ground', about: 'Where you play, and its gates', verb: 'Set up the ground' },
    seats: {
      title: 'Your seats',
      about: 'A usual stadium, or a list of seats; not needed where seats are not numbered',
      verb: 'Add seats',
    },
    event: {
      title: 'Your first match',
      about: 'Date, prices, who may buy when; then publish it',
      verb: 'Create a match',
    },
    shop: { title: 'Your shop', about: 'Its address; terms and privacy', verb: 'Write the terms' },
    payments: { title: 'Getting paid', about: 'Connect your bank through the payment provider', verb: 'Connect' },
    team: { title: 'Your team', about: 'Invite colleagues, each with a role', verb: 'Invite the team' },
    scanners: { title: 'Gates and phones', about: 'Turn any phone into a scanner', verb: 'Add a scanner' },
    sale: { title: 'Try a sale', about: 'Buy a ticket in your own shop; nobody is charged', verb: 'Open the shop' },
  } as Record<string, Step>,
  /** With a draft already there. */
  goOnWithDraft: 'Go on with the draft',
  parts: {
    logo: 'logo',
    colours: 'colours',
    contact: 'address that fans write to',
    venue: 'venue',
    gates: 'gates',
    seats: 'seats',
    event: 'match',
    published: 'publish it',
    terms: 'terms',
    privacy: 'privacy',
    account: 'payment account',
    colleague: 'a colleague',
    scanner: 'a scanner',
    ticket: 'a ticket',
  } as Record<string, string>,
}

export type Words = typeof setup
