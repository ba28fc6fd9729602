/** The words of a phone that has no gate yet, in each language. */
const en = {
  enrolTitle: 'Set up this phone',
  enrolHint: 'Scan the code that the console shows for a new device, or type it.',
  enrolCode: 'Code',
  enrolExample: 'for example 17-8GK3M2QX7V4TD',
  enrolDo: 'Set up',
  enrolFailed: 'This code is not known, was used already or has expired. Ask for a new one.',
  enrolDelayed: 'Too many wrong codes from here. Wait a minute, then try again.',
  revoked: 'This phone was taken off the gates',
  revokedWhy: 'Its key opens nothing any more, and what it knew is deleted. Set it up again with a new code.',
  revokedBefore: 'This phone was taken off the gates before',
  revokedLost: (count: number) => `${count} scans could not be uploaded before. Tell your supervisor.`,
  sealedWaits: (count: number) =>
    `${count} scans are not uploaded yet. They are sealed: nobody can read them here, and they go to the service as soon as there is a network. Leave this page open.`,
  sealedTaken: (count: number) => `The service has taken ${count} scans that were not uploaded yet.`,
  sealedRefused: (count: number) => `The service did not take ${count} scans. Tell your supervisor.`,
  noNetwork: 'No network. Try again where there is one.',
  again: 'Try again',
  keptOnly: 'No network. These are the lists that this phone has.',
  backToGate: 'Back to my gate',
  chooseTitle: 'Where do you scan?',
  yourName: 'Your name (optional)',
  yourNameWhy: 'So that your supervisor knows whom to ask.',
  noEvents: 'No event is on today, or this phone has no gate at one.',
  device: (name: string) => `This phone is ${name}`,
  toSupervision: 'Supervisor’s view',
}

type SetUpWords = typeof en

const de: SetUpWords = {
  enrolTitle: 'Dieses Telefon einrichten',
  enrolHint: 'Scannen Sie den Code, den die Verwaltung für ein neues Gerät zeigt, oder tippen Sie ihn ein.',
  enrolCode: 'Code',
  enrolExample: 'zum Beispiel 17-8GK3M2QX7V4TD',
  enrolDo: 'Einrichten',
  enrolFailed: 'Dieser Code ist unbekannt, schon benutzt oder abgelaufen. Lassen Sie sich einen neuen geben.',
  enrolDelayed: 'Zu viele falsche Codes von hier. Warten Sie eine Minute und versuchen Sie es noch einmal.',
  revoked: 'Dieses Telefon wurde abgemeldet',
  revokedWhy:
    'Sein Schlüssel öffnet nichts mehr, und was es wusste, ist gelöscht. Richten Sie es mit einem neuen Code ein.',
  revokedBefore: 'Dieses Telefon wurde früher abgemeldet',
  sealedWaits: (count) =>
    `${count} Scans sind noch nicht hochgeladen. Sie sind versiegelt: niemand kann sie hier lesen, und sie gehen an den Dienst, sobald ein Netz da ist. Lassen Sie diese Seite offen.`,
  sealedTaken: (count) => `Der Dienst hat ${count} Scans übernommen, die noch nicht hochgeladen waren.`,
  sealedRefused: (count) => `Der Dienst hat ${count} Scans nicht übernommen. Sagen Sie es Ihrer Einsatzleitung.`,
  revokedLost: (count) => `${count} Scans konnten vorher nicht hochgeladen werden. Sagen Sie es Ihrer Einsatzleitung.`,
  noNetwork: 'Kein Netz. Versuchen Sie es dort, wo eines ist.',
  again: 'Noch einmal',
  keptOnly: 'Kein Netz. Diese Listen hat das Telefon.',
  backToGate: 'Zurück zu meinem Eingang',
  chooseTitle: 'Wo scannen Sie?',
  yourName: 'Ihr Name (optional)',
  yourNameWhy: 'Damit die Einsatzleitung weiß, wen sie fragen kann.',
  noEvents: 'Heute ist nichts, oder dieses Telefon hat dort keinen Eingang.',
  device: (name) => `Dieses Telefon ist ${name}`,
  toSupervision: 'Ansicht der Einsatzleitung',
}

export const setUpWords = (language: string): SetUpWords => (language.startsWith('de') ? de : en)
