import type { Club } from './club.ts'

/** A drawing in the address itself, so that the shop of the demo asks no other server for it. */
const CREST = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 40"><path d="M2 2h32v20c0 9-8 13-16 16C10 35 2 31 2 22z" fill="#0b3d91"/><path d="M8 20q5-5 10 0t10 0v6q-5 5-10 0t-10 0z" fill="#fff"/><circle cx="18" cy="11" r="4" fill="#f2c14e"/></svg>',
)}`

/** The club of the demo, and the pattern of what `grandstand demo` makes. */
export const HARBOUR_CITY: Club = {
  organisation: {
    name: 'Harbour City FC',
    company: 'Harbour City Football Club Ltd',
    country: 'AU',
    timezone: 'Australia/Sydney',
    currency: 'AUD',
  },
  tax: { title: 'GST', percent: 10, validFrom: '2000-07-01' },
  issuer: { address: '1 Harbour Street', postcode: '2000', city: 'Sydney', sinceDays: 14 },
  look: {
    businessNumber: '12 345 678 901',
    paymentAccount: 'acct_test_demo',
    crest: CREST,
    accent: '#0b3d91',
    background: '#f4f7fb',
  },
  owner: { email: 'owner@harbour-city.example', name: 'Alex Harbour' },

  // A currency without cents, and zones that are half an hour off, where mistakes show.
  venues: [
    { name: 'Harbour Park', suburb: 'Sydney', country: 'AU', timezone: 'Australia/Sydney', currency: 'AUD' },
    { name: 'Minato Dome', suburb: 'Yokohama', country: 'JP', timezone: 'Asia/Tokyo', currency: 'JPY' },
    { name: 'Torrens Oval', suburb: 'Adelaide', country: 'AU', timezone: 'Australia/Adelaide', currency: 'AUD' },
    { name: 'Riverside Ground', suburb: 'London', country: 'GB', timezone: 'Europe/London', currency: 'GBP' },
    { name: 'Maidan Arena', suburb: 'Kolkata', country: 'IN', timezone: 'Asia/Kolkata', currency: 'INR' },
    { name: 'Lakefront Field', suburb: 'Chicago', country: 'US', timezone: 'America/Chicago', currency: 'USD' },
  ],
  gates: ['North gate', 'South gate', 'East gate'],
  studio: { timezone: 'Australia/Adelaide', currency: 'AUD' },

  memberships: {
    stand: 'Members’ stand',
    seasonDays: 200,
    categories: [
      { title: 'Reserved seat', isSeated: true, isGameDay: true, color: '#0b3d91' },
      { title: 'General admission', isSeated: false, isGameDay: true, color: '#1f8a4c' },
      { title: 'Supporter', isSeated: false, isGameDay: false, color: '#8a1f4c' },
    ],
    types: [
      { category: 0, title: 'Adult seat', dollars: 480, status: 'active' },
      { category: 0, title: 'Junior seat', dollars: 220, status: 'active', ageUntil: 17 },
      { category: 1, title: 'Adult', dollars: 280, status: 'active' },
      { category: 1, title: 'Concession', dollars: 180, status: 'active' },
      { category: 2, title: 'Supporter', dollars: 25, status: 'active' },
      { category: 2, title: 'Founder', dollars: 100, status: 'archived' },
    ],
    options: [
      { title: 'Pay in full', instalments: 1, months: 1, renews: false, status: 'active' },
      { title: 'Quarterly', instalments: 4, months: 3, renews: false, status: 'active' },
      { title: 'Monthly', instalments: 10, months: 1, renews: true, status: 'active' },
      { title: 'Two halves', instalments: 2, months: 6, renews: false, status: 'inactive' },
    ],
  },

  season: [
    { title: 'v Kestrel Rovers', day: -56, kickOff: '15:00', venue: 0, status: 'archived' },
    { title: 'v Southbank Athletic', day: -42, kickOff: '17:45', venue: 1 },
    { title: 'v Yokohama Waves', day: -28, kickOff: '19:30', venue: null },
    { title: 'v Old Quarry', day: -14, kickOff: '15:00', venue: 1, grandstand: 12 },
    { title: 'v Tidewater', day: 0, kickOff: '17:45', venue: 0 },
    { title: 'v Mount Lofty', day: 14, kickOff: '19:30', venue: 1, status: 'draft' },
    { title: 'v Eastern Reds', day: 28, kickOff: '15:00', venue: 0 },
    { title: 'v Granite Vale', day: 42, kickOff: '17:45', venue: 1 },
    { title: 'Harbour Nights, a concert', day: 56, kickOff: '19:30', venue: 0 },
    { title: 'v Northgate United', day: 70, kickOff: '15:00', venue: 1, status: 'cancelled' },
    { title: 'v Kestrel Rovers', day: 84, kickOff: '17:45', venue: 0, grandstand: 12, isSeated: true },
    { title: 'v Southbank Athletic', day: 98, kickOff: '19:30', venue: 1, status: 'draft' },
  ],
  pools: [
    { title: 'General admission', section: 'North Terrace', capacity: 4000 },
    { title: 'Grandstand', section: 'Grandstand', capacity: 800, gates: 2 },
  ],
  prices: [
    { title: 'Adult', pool: 0, dollars: 32, scanning: 1 },
    { title: 'Family of four', pool: 0, dollars: 85, included: 4, scanning: 1, limit: 400 },
    { title: 'Grandstand', pool: 1, dollars: 54.5, scanning: 2 },
    { title: 'Member’s guest', pool: 1, dollars: 20, scanning: 3, membersOnly: true },
  ],
  derby: {
    title: 'Harbour Derby: v Eastern Reds',
    path: 'harbour-derby',
    description: 'The derby under lights, every seat numbered.\nGates open 90 minutes before kick-off.',
    day: 19,
    kickOff: '19:30',
    categories: [
      { title: 'Halfway line', dollars: 79 },
      { title: 'Sidelines', dollars: 54 },
      { title: 'Corners', dollars: 38 },
      { title: 'Ends', dollars: 32 },
    ],
    prices: [
      { title: 'Adult', share: 1 },
      { title: 'Concession', share: 0.75 },
    ],
  },

  discount: { code: 'DEMO10', basisPoints: 1000 },
  orders: [
    ['confirmed', 86],
    ['partly refunded', 3],
    ['refunded', 4],
    ['cancelled', 3],
    ['pending', 2],
    ['expired', 2],
  ],
  members: [
    ['paid', 70],
    ['instalments', 16],
    ['unpaid', 8],
    ['cancelled', 6],
  ],

  stories: [
    {
      about: 'A family that could not come has its money back',
      kind: 'order',
      ...{ buyer: 21, match: 7, price: 'Family of four', quantity: 1, outcome: 'refunded', daysAgo: 6 },
    },
    {
      about: 'A club that pays by invoice and has not yet',
      kind: 'order',
      ...{ buyer: 34, match: 8, price: 'Adult', quantity: 9, outcome: 'pending', daysAgo: 12 },
    },
    {
      about: 'One ticket at two gates, the second without a connection',
      kind: 'gate conflict',
      order: { buyer: 48, match: 2, price: 'Adult', quantity: 2, outcome: 'confirmed', daysAgo: 50 },
      minutesApart: 4,
    },
    {
      about: 'The drawer of the last match, five dollars short',
      kind: 'drawer',
      name: 'North gate counter',
      floatDollars: 200,
      isOpen: false,
      differenceDollars: -5,
      note: 'Five short, recounted twice.',
      sales: [
        { buyer: 60, match: 7, price: 'Adult', quantity: 2, outcome: 'confirmed', daysAgo: 4 },
        { buyer: 61, match: 7, price: 'Family of four', quantity: 1, outcome: 'confirmed', daysAgo: 4 },
      ],
    },
    {
      about: 'An open drawer, with a sale in it',
      kind: 'drawer',
      name: 'Club shop',
      floatDollars: 150,
      isOpen: true,
      sales: [{ buyer: 62, match: 7, price: 'Adult', quantity: 3, outcome: 'confirmed', daysAgo: 1 }],
    },
    {
      about: 'A sponsor whose invoice is paid in part, some of it from credit',
      kind: 'invoice',
      order: { buyer: 35, match: 7, price: 'Adult', quantity: 6, outcome: 'confirmed', daysAgo: 9 },
      company: {
        ...{ name: 'Quayside Plumbing Pty Ltd', address: '88 Wharf Road', postcode: '2009', city: 'Pyrmont' },
        reference: 'PO 2041',
      },
      steps: [
        { step: 'paid', by: 'transfer', percent: 40, daysAgo: 5, reference: 'HCFC 2041 first part' },
        {
          ...{ step: 'paid by credit', percent: 10, daysAgo: 2 },
          ...{ grantedDollars: 60, reason: 'The bar was shut at half-time' },
        },
      ],
    },
    {
      about: 'An invoice that nobody has paid, with a reminder',
      kind: 'invoice',
      order: { buyer: 36, match: 7, price: 'Adult', quantity: 4, outcome: 'confirmed', daysAgo: 27 },
      steps: [{ step: 'reminded', daysAgo: 3 }],
    },
    {
      about: 'An invoice typed twice, taken back once, and paid',
      kind: 'invoice',
      order: { buyer: 37, match: 7, price: 'Adult', quantity: 2, outcome: 'confirmed', daysAgo: 20 },
      steps: [
        { step: 'paid', by: 'cash', percent: 100, daysAgo: 15 },
        { step: 'taken back', as: 'mistake', daysAgo: 14, reason: 'Typed for another order' },
        { step: 'paid', by: 'transfer', percent: 100, daysAgo: 8, reference: 'Invoice 2044' },
      ],
    },
    {
      about: 'A cheque that came back',
      kind: 'invoice',
      order: { buyer: 38, match: 7, price: 'Adult', quantity: 3, outcome: 'confirmed', daysAgo: 24 },
      steps: [
        { step: 'paid', by: 'cheque', percent: 100, daysAgo: 12 },
        { step: 'taken back', as: 'returned', daysAgo: 6, reason: 'The bank did not honour the cheque' },
      ],
    },
    {
      about: 'A school for which the club does without the money',
      kind: 'invoice',
      order: { buyer: 39, match: 7, price: 'Family of four', quantity: 1, outcome: 'confirmed', daysAgo: 25 },
      steps: [{ step: 'waived', percent: 100, daysAgo: 10, reason: 'For the school fête' }],
    },
    {
      about: 'A card payment that its holder disputes',
      kind: 'dispute',
      order: { buyer: 40, match: 7, price: 'Adult', quantity: 2, outcome: 'confirmed', daysAgo: 18 },
      daysAgo: 3,
    },
    {
      about: 'Cash that waits at the counter for whoever paid it',
      kind: 'refund by hand',
      order: { buyer: 41, match: 7, price: 'Adult', quantity: 2, outcome: 'confirmed', daysAgo: 11 },
      ...{ daysAgo: 2, reason: 'Ill on the day' },
    },
    {
      about: 'Cash that went back by transfer',
      kind: 'refund by hand',
      order: { buyer: 42, match: 7, price: 'Adult', quantity: 1, outcome: 'confirmed', daysAgo: 16 },
      ...{ daysAgo: 7, reason: 'Moved abroad', transferred: 'Refund 118' },
    },
    {
      about: 'A buyer who asks for the money back, and waits for an answer',
      kind: 'refund request',
      order: { buyer: 43, match: 7, price: 'Adult', quantity: 2, outcome: 'confirmed', daysAgo: 5 },
      ...{ daysAgo: 1, reason: 'We are at a wedding that day and did not see it in time' },
    },
  ],

  ladder: { hour: 9, retryDays: [3, 7, 14], softDays: 7, hardDays: 21, seatFreeDays: 35 },
  plans: [
    {
      about: 'A card that pays in three days',
      ...{ buyer: 101, type: 'Adult', option: 'Monthly', by: 'card', method: 'pm_test_ok', joinedDaysAgo: 27 },
    },
    {
      about: 'A debit that its fan was told of',
      ...{ buyer: 102, type: 'Adult', option: 'Monthly', by: 'debit', method: 'pm_test_debit_ok', joinedDaysAgo: 25 },
    },
    {
      about: 'A debit whose fan is told in some days',
      ...{ buyer: 103, type: 'Concession', option: 'Monthly', by: 'debit', method: 'pm_test_debit_ok' },
      joinedDaysAgo: 12,
    },
    {
      about: 'A card each quarter',
      ...{ buyer: 104, type: 'Adult', option: 'Quarterly', by: 'card', method: 'pm_test_ok', joinedDaysAgo: 48 },
    },
    {
      about: 'A card without money that is tried again',
      ...{ buyer: 105, type: 'Adult', option: 'Monthly', by: 'card', method: 'pm_test_offsession_insufficient_once' },
      joinedDaysAgo: 31,
      later: { step: 'declined', daysAgo: 1, code: 'insufficient_funds' },
    },
    {
      about: 'A debit that the bank took back, and that is presented once more',
      ...{ buyer: 106, type: 'Concession', option: 'Monthly', by: 'debit', method: 'pm_test_debit_returned_once' },
      joinedDaysAgo: 40,
      later: { step: 'returned', debitedDaysAgo: 10, daysAgo: 1 },
    },
    {
      about: 'A bank that wants to ask, unanswered for so long that the steward is told',
      ...{ buyer: 107, type: 'Adult', option: 'Monthly', by: 'card', method: 'pm_test_offsession_requires_action' },
      joinedDaysAgo: 40,
      later: { step: 'declined', daysAgo: 10, code: 'authentication_required' },
    },
    {
      about: 'A plan that rests, as staff have promised',
      ...{ buyer: 108, type: 'Adult', option: 'Monthly', by: 'card', method: 'pm_test_ok', joinedDaysAgo: 22 },
      later: { step: 'paused', daysAgo: 5 },
    },
    {
      about: 'A supporter of last year whose membership goes on by itself',
      ...{ buyer: 109, type: 'Supporter', option: 'Pay in full', by: 'card', method: 'pm_test_ok', joinedDaysAgo: 345 },
      later: { step: 'renews', endsInDays: 20, toldDaysAgo: 6 },
    },
  ],

  size: { customers: 200, venues: 2, events: 12, members: 100, orders: 240, scans: 160 },
}
