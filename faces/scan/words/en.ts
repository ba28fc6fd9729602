import type { Result } from '../../../server/gates/rules/facts.ts'
import type { RefusalDetail } from '../../../server/gates/rules/guidance.ts'

/** Why there is no answer: the phone keeps nothing more, the service will not, there is no list, or one that cannot be read. */
export type FailureKind = 'disk' | 'refused' | 'noList' | 'badList' | 'other'

type Said = { word: string; why: string; advice: string }
/** Where it says more than its result. */
type Details = Partial<Record<RefusalDetail, Omit<Said, 'word'>>>

/** Every word of the scanner. */
export const en = {
  title: 'Scanner',
  loading: 'One moment',
  fetching: 'Fetching tickets',
  noManifest: 'No list of tickets yet, and no network to fetch it.',
  entry: 'Entry',
  exit: 'Exit',
  direction: 'Direction',
  online: 'Online',
  offline: 'Offline',
  slow: 'Slow network',
  offlineHint: 'This phone decides by itself until the network is back.',
  slowHint: 'This phone decides by itself while the network is slow, and uploads as it can.',
  allUploaded: 'All uploaded',
  toUpload: (count: number) => `${count} to upload`,
  aside: (count: number) => `${count} not accepted`,
  holders: (count: string) => `${count} tickets on this phone`,
  asOf: (time: string) => `as of ${time}`,
  admittedHere: 'let in by this phone',
  camera: 'Camera',
  cameraDenied: 'The camera is blocked. Allow it for this page in the browser’s settings, use a reader, or type codes.',
  cameraMissing: 'No camera right now; the phone keeps trying. A reader or typing works.',
  torch: 'Light',
  flip: 'Other camera',
  zoom: 'Zoom',
  aim: 'Hold the code inside the frame',
  next: 'Next',
  last: 'Last ten',
  search: 'Type or search',
  letInOthers: (count: number) => (count === 1 ? 'Let in the other one' : `Let in the other ${count}`),
  letInOthersAsk: (count: number) => `That is ${count} people at once. Are they all here?`,
  letInOthersYes: (count: number) => `Yes, let in all ${count}`,
  no: 'No',
  groupCount: (inside: number, of: number) => `${inside} of ${of}`,
  groupOf: 'of this order are inside',
  notAll: 'Not all',
  more: 'More',
  kioskLeave: 'Leave turnstile mode',
  kioskReady: 'Please scan your ticket',
  ticketOffline: 'Decided by this phone',
  row: 'Seat',
  reentry: (count: number) => `Entry no. ${count}`,
  previous: (gate: string, time: string) => `Let in at ${time}${gate ? `, ${gate}` : ''}`,
  timeFrom: (when: string) => `From ${when}`,
  letIn: 'Let in anyway',
  gateClosed: 'This gate is closed. Send people to another one; the way out works.',
  relayFailed: 'The turnstile did not answer. Check whether it opened; if not, let them through by hand.',
  results: {
    admitted: { word: 'Welcome', why: '', advice: '' },
    exit: { word: 'Goodbye', why: '', advice: '' },
    already_used: {
      word: 'Stop',
      why: 'Already used',
      advice: 'Ask whether they were inside before. If in doubt, call your supervisor.',
    },
    unknown: {
      word: 'Stop',
      why: 'Unknown code',
      advice: 'Ask for the ticket of this event, or send them to the box office.',
    },
    cancelled: { word: 'Stop', why: 'Cancelled', advice: 'Send them to the box office.' },
    refunded: { word: 'Stop', why: 'Refunded', advice: 'Send them to the box office.' },
    unpaid: { word: 'Stop', why: 'Not paid', advice: 'Send them to the box office to pay.' },
    blocked: {
      word: 'Stop',
      why: 'This code was replaced',
      advice: 'Ask for the newest ticket.',
    },
    wrong_event: { word: 'Stop', why: 'For another event', advice: 'Ask for the ticket of today.' },
    wrong_gate: { word: 'Stop', why: 'Other gate', advice: 'Show them the way to their gate.' },
    not_yet_valid: { word: 'Stop', why: 'Too early', advice: 'Ask them to come back later.' },
    expired: { word: 'Stop', why: 'No longer valid', advice: 'Send them to the box office.' },
    not_exited: {
      word: 'Stop',
      why: 'Already inside',
      advice: 'No exit was scanned. If in doubt, call your supervisor.',
    },
    overdue: { word: 'Stop', why: 'Instalment overdue', advice: 'Send them to the members’ desk.' },
    stale_code: {
      word: 'Stop',
      why: 'Copy or old screenshot',
      advice: 'Ask them to open the ticket itself: its code keeps changing.',
    },
  } satisfies Record<Result, Said> as Record<Result, Said>,
  overridden: 'Let in by the supervisor',
  checks: { child: 'Check: child', concession: 'Check: concession', overdue: 'Instalment overdue' },
  checkHint: 'Look at proof of age or their card.',
  overdueHint: 'They may go in. Tell them that an instalment is open, and where the members’ desk is.',
  details: {
    no_entry: {
      why: 'Not for entry',
      advice: 'It is for parking or similar. Ask for the entry ticket.',
    },
    no_access: {
      why: 'No match access',
      advice: 'Send them to the box office.',
    },
    draft: { why: 'Event not open yet', advice: 'Call your supervisor.' },
    other_gate: { why: 'Other gate', advice: 'Send them to:' },
    gate_closed: { why: 'This gate is closed', advice: 'Send them to a gate that is open:' },
    other_device: { why: 'Not this scanner', advice: 'This phone may not scan here. Call your supervisor.' },
    other_venue: { why: 'Other venue', advice: 'This gate does not belong to the event. Call your supervisor.' },
    other_map: {
      why: 'Season seat elsewhere',
      advice: 'Their seat is not in this ground today. Send them to the members’ desk.',
    },
  } satisfies Details as Details,
  noAnswer: 'No answer',
  failures: {
    disk: {
      word: 'This phone is full',
      advice: 'The scan was not saved: do not let anyone in on it. Take another phone, and free up space on this one.',
    },
    refused: {
      word: 'The service refuses this phone',
      advice: 'Call your supervisor. Take another phone meanwhile.',
    },
    noList: { word: 'No list and no network', advice: 'Go where there is a network, or take another phone.' },
    badList: {
      word: 'The list on this phone is broken',
      advice: 'Fetch it again where there is a network: More, then Upload and fetch now.',
    },
    other: { word: 'Something went wrong', advice: 'Scan it again. If it happens again, take another phone.' },
  } satisfies Record<FailureKind, object> as Record<FailureKind, { word: string; advice: string }>,
  alarms: {
    aside: 'Tell your supervisor: some scans are not accepted.',
    stuck: (minutes: number) => `Nothing uploaded for ${minutes} min. Find a better network.`,
    disk: (percent: number) => `This phone is ${percent} % full. Free up space now.`,
    list: (time: string) => `The list is of ${time}: later cancellations are not known here.`,
    clock: (seconds: number) => `The clock is off by ${seconds} s. Answers are still right, but set the clock.`,
    battery: (percent: number) => `Battery ${percent} %. Charge this phone, or take another.`,
  },
}

export type Words = typeof en
