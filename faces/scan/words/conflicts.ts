/** The words for stewards who work through conflicts, in each language. */
const en = {
  twice: 'Admitted twice',
  times: (count: number) => `Admitted ${count} times`,
  open: (count: number) => `${count} to settle`,
  again: 'Open again',
  though: (reason: string) => `Let in though: ${reason}`,
  nameless: 'No name to show',
  order: (id: number) => `Order ${id}`,
  first: 'First',
  second: 'Then',
  rules: 'Reason',
  letIn: 'Let in anyway',
  heldBy: (device: string, steward: string) => `${device}, ${steward}`,
  offline: 'offline',
  bySearch: 'found by name or number',
  wentOut: 'One person who went out in between',
  passedOn: 'The ticket was passed on',
  wrongPerson: (place: string, isSeat: boolean) =>
    place === ''
      ? 'Wrong person inside: find them'
      : isSeat
        ? `Wrong person inside: check seat ${place}`
        : `Wrong person inside: check ${place}`,
  other: 'Something else',
  what: 'Result',
  note: 'Anything to add? (optional)',
  settle: 'Settle',
  back: 'Back',
  showSettled: 'Show what was settled',
  settled: 'Settled',
  settledBy: (name: string, time: string) => `${name}, ${time}`,
  noneSettled: 'No conflicts settled yet.',
}

type ConflictWords = typeof en

const de: ConflictWords = {
  twice: 'Zweimal eingelassen',
  times: (count) => `${count}-mal eingelassen`,
  open: (count) => `${count} zu klären`,
  again: 'Wieder öffnen',
  though: (reason) => `Eingelassen trotz: ${reason}`,
  nameless: 'Kein Name zu zeigen',
  order: (id) => `Bestellung ${id}`,
  first: 'Zuerst',
  second: 'Danach',
  rules: 'Grund',
  letIn: 'Trotzdem eingelassen',
  heldBy: (device, steward) => `${device}, ${steward}`,
  offline: 'ohne Netz',
  bySearch: 'über Namen oder Nummer gefunden',
  wentOut: 'Eine Person, war zwischendurch draußen',
  passedOn: 'Ticket wurde weitergegeben',
  wrongPerson: (place, isSeat) =>
    place === ''
      ? 'Falsche Person drinnen: bitte suchen'
      : isSeat
        ? `Falsche Person drinnen: Platz ${place} prüfen`
        : `Falsche Person drinnen: ${place} prüfen`,
  other: 'Etwas anderes',
  what: 'Ergebnis',
  note: 'Noch etwas dazu? (optional)',
  settle: 'Klären',
  back: 'Zurück',
  showSettled: 'Geklärtes zeigen',
  settled: 'Geklärt',
  settledBy: (name, time) => `${name}, ${time}`,
  noneSettled: 'Noch nichts geklärt.',
}

export const conflictWords = (language: string): ConflictWords => (language.startsWith('de') ? de : en)
