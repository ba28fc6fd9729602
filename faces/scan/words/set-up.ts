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
  revokedWhy: 'Its key no longer works, and its data is deleted. Set it up again with a new code.',
  revokedBefore: 'This phone was taken off the gates before',
  revokedLost: (count: number) =>
    count === 1
      ? '1 scan could not be uploaded before. Tell your supervisor.'
      : `${count} scans could not be uploaded before. Tell your supervisor.`,
  sealedWaits: (count: number) =>
    count === 1
      ? '1 scan is not uploaded yet. It is encrypted on this phone and uploads as soon as there is a network. Leave this page open.'
      : `${count} scans are not uploaded yet. They are encrypted on this phone and upload as soon as there is a network. Leave this page open.`,
  sealedTaken: (count: number) =>
    count === 1 ? '1 remaining scan was uploaded.' : `${count} remaining scans were uploaded.`,
  sealedRefused: (count: number) =>
    count === 1
      ? '1 scan was not accepted. Tell your supervisor.'
      : `${count} scans were not accepted. Tell your supervisor.`,
  noNetwork: 'No network. Try again where there is one.',
  again: 'Try again',
  keptOnly: 'No network. These are the lists that this phone has.',
  backToGate: 'Back to my gate',
  chooseTitle: 'Where do you scan?',
  yourName: 'Your name (optional)',
  yourNameWhy: 'Your supervisor sees it.',
  noEvents: 'No event today, or this phone has no gate there.',
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
  revokedWhy: 'Sein Schlüssel gilt nicht mehr, und seine Daten sind gelöscht. Richten Sie es mit einem neuen Code ein.',
  revokedBefore: 'Dieses Telefon wurde früher abgemeldet',
  sealedWaits: (count) =>
    `${count} Scans sind noch nicht hochgeladen. Sie sind versiegelt: niemand kann sie hier lesen, und sie gehen an den Dienst, sobald ein Netz da ist. Lassen Sie diese Seite offen.`,
  sealedTaken: (count) =>
    count === 1 ? '1 verbliebener Scan wurde hochgeladen.' : `${count} verbliebene Scans wurden hochgeladen.`,
  sealedRefused: (count) =>
    count === 1
      ? '1 Scan wurde nicht angenommen. Sagen Sie es Ihrer Einsatzleitung.'
      : `${count} Scans wurden nicht angenommen. Sagen Sie es Ihrer Einsatzleitung.`,
  revokedLost: (count) =>
    count === 1
      ? '1 Scan konnte vorher nicht hochgeladen werden. Sagen Sie es Ihrer Einsatzleitung.'
      : `${count} Scans konnten vorher nicht hochgeladen werden. Sagen Sie es Ihrer Einsatzleitung.`,
  noNetwork: 'Kein Netz. Versuchen Sie es dort, wo eines ist.',
  again: 'Noch einmal',
  keptOnly: 'Kein Netz. Diese Listen hat das Telefon.',
  backToGate: 'Zurück zu meinem Eingang',
  chooseTitle: 'Wo scannen Sie?',
  yourName: 'Ihr Name (optional)',
  yourNameWhy: 'Die Einsatzleitung sieht ihn.',
  noEvents: 'Heute keine Veranstaltung, oder dieses Telefon hat dort keinen Eingang.',
  device: (name) => `Dieses Telefon ist ${name}`,
  toSupervision: 'Ansicht der Einsatzleitung',
}

export const setUpWords = (language: string): SetUpWords => (language.startsWith('de') ? de : en)
