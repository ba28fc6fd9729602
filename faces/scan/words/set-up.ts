/** The words of a phone that has no gate yet, in each language. */
const en = {
  enrolTitle: 'Set up this phone',
  enrolHint: 'Scan the code that the console shows for a new device, or type it.',
  enrolCode: 'Code',
  enrolExample: 'for example 17-8GK3M2QX7V4TD',
  enrolDo: 'Set up',
  enrolFailed: 'This code is not known, was used already or has expired. Ask for a new one.',
  revoked: 'This phone was taken off the gates',
  revokedWhy: 'Its key opens nothing any more, and what it knew is deleted. Set it up again with a new code.',
  revokedLost: (count: number) => `${count} scans could not be uploaded before. Tell your supervisor.`,
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
  revoked: 'Dieses Telefon wurde abgemeldet',
  revokedWhy:
    'Sein Schlüssel öffnet nichts mehr, und was es wusste, ist gelöscht. Richten Sie es mit einem neuen Code ein.',
  revokedLost: (count) => `${count} Scans konnten vorher nicht hochgeladen werden. Sagen Sie es Ihrer Einsatzleitung.`,
  noNetwork: 'Kein Netz. Versuchen Sie es dort, wo eines ist.',
  again: 'Noch einmal',
  keptOnly: 'Kein Netz. Diese Listen hat das Telefon.',
  backToGate: 'Zurück zu meinem Eingang',
  chooseTitle: 'Wo scannen Sie?',
  yourName: 'Ihr Name (freiwillig)',
  yourNameWhy: 'Damit die Einsatzleitung weiß, wen sie fragen kann.',
  noEvents: 'Heute ist nichts, oder dieses Telefon hat dort keinen Eingang.',
  device: (name) => `Dieses Telefon ist ${name}`,
  toSupervision: 'Ansicht der Einsatzleitung',
}

export const setUpWords = (language: string): SetUpWords => (language.startsWith('de') ? de : en)
