import type { Language } from '../../../faces/kit/languages.ts'

/** `why` says who asks for the code; `otherwise` what to do for a reader who did not, since a stranger can type any address. */
export type CodeMailWords = { why: string; otherwise: string }

/** What a mail with a code says, to a fan who asks for it in this language. */
type CodeWords = {
  heading: string
  enter: string
  subject: (code: string, organisation: string) => string
  member: (organisation: string) => CodeMailWords
  link: (organisation: string) => CodeMailWords
}

export const codeWords: Record<Language, CodeWords> = {
  en: {
    heading: 'Your code',
    enter: 'If that is you, enter this code within ten minutes:',
    subject: (code, organisation) => `${code} is your code for ${organisation}`,
    member: (organisation) => ({
      why: `Somebody wants to buy tickets for members of ${organisation}, with your membership.`,
      otherwise: 'If it is not you, do nothing. Without the code no one can buy with your membership: do not share it.',
    }),
    link: (organisation) => ({
      why: `Somebody who is signed in with another account wants to connect it with your tickets at ${organisation}.`,
      otherwise: 'If it is not you, do nothing. Without the code no one can see your tickets: do not share it.',
    }),
  },
  de: {
    heading: 'Ihr Code',
    enter: 'Wenn Sie das sind, geben Sie diesen Code innerhalb von zehn Minuten ein:',
    subject: (code, organisation) => `${code} ist Ihr Code für ${organisation}`,
    member: (organisation) => ({
      why: `Jemand möchte mit Ihrer Mitgliedschaft Tickets für Mitglieder von ${organisation} kaufen.`,
      otherwise:
        'Wenn Sie das nicht sind, tun Sie nichts. Ohne den Code kann niemand mit Ihrer Mitgliedschaft kaufen: Geben Sie ihn nicht weiter.',
    }),
    link: (organisation) => ({
      why: `Jemand, der mit einem anderen Konto angemeldet ist, möchte es mit Ihren Tickets bei ${organisation} verbinden.`,
      otherwise:
        'Wenn Sie das nicht sind, tun Sie nichts. Ohne den Code kann niemand Ihre Tickets sehen: Geben Sie ihn nicht weiter.',
    }),
  },
  es: {
    heading: 'Tu código',
    enter: 'Si eres tú, introduce este código en los próximos diez minutos:',
    subject: (code, organisation) => `${code} es tu código para ${organisation}`,
    member: (organisation) => ({
      why: `Alguien quiere comprar entradas para socios de ${organisation} con tu carné de socio.`,
      otherwise:
        'Si no eres tú, no hagas nada. Sin el código nadie puede comprar con tu carné de socio: no lo compartas.',
    }),
    link: (organisation) => ({
      why: `Alguien que ha iniciado sesión con otra cuenta quiere vincularla con tus entradas de ${organisation}.`,
      otherwise: 'Si no eres tú, no hagas nada. Sin el código nadie puede ver tus entradas: no lo compartas.',
    }),
  },
  fr: {
    heading: 'Votre code',
    enter: 'Si c’est vous, saisissez ce code dans les dix minutes :',
    subject: (code, organisation) => `${code} est votre code pour ${organisation}`,
    member: (organisation) => ({
      why: `Quelqu’un souhaite acheter des billets réservés aux membres de ${organisation} avec votre adhésion.`,
      otherwise:
        'Si ce n’est pas vous, ne faites rien. Sans ce code, personne ne peut acheter avec votre adhésion : ne le communiquez pas.',
    }),
    link: (organisation) => ({
      why: `Quelqu’un qui est connecté avec un autre compte souhaite le relier à vos billets chez ${organisation}.`,
      otherwise:
        'Si ce n’est pas vous, ne faites rien. Sans ce code, personne ne peut voir vos billets : ne le communiquez pas.',
    }),
  },
  nl: {
    heading: 'Je code',
    enter: 'Ben jij dat, voer deze code dan binnen tien minuten in:',
    subject: (code, organisation) => `${code} is je code voor ${organisation}`,
    member: (organisation) => ({
      why: `Iemand wil met jouw lidmaatschap tickets voor leden van ${organisation} kopen.`,
      otherwise:
        'Ben jij dat niet, dan hoef je niets te doen. Zonder de code kan niemand met jouw lidmaatschap kopen: deel hem niet.',
    }),
    link: (organisation) => ({
      why: `Iemand die met een ander account is ingelogd, wil het koppelen aan jouw tickets bij ${organisation}.`,
      otherwise:
        'Ben jij dat niet, dan hoef je niets te doen. Zonder de code kan niemand jouw tickets zien: deel hem niet.',
    }),
  },
  da: {
    heading: 'Din kode',
    enter: 'Hvis det er dig, så indtast denne kode inden for ti minutter:',
    subject: (code, organisation) => `${code} er din kode til ${organisation}`,
    member: (organisation) => ({
      why: `Nogen vil købe billetter for medlemmer af ${organisation} med dit medlemskab.`,
      otherwise:
        'Hvis det ikke er dig, skal du ikke gøre noget. Uden koden kan ingen købe med dit medlemskab: del den ikke.',
    }),
    link: (organisation) => ({
      why: `Nogen, der er logget ind med en anden konto, vil forbinde den med dine billetter hos ${organisation}.`,
      otherwise: 'Hvis det ikke er dig, skal du ikke gøre noget. Uden koden kan ingen se dine billetter: del den ikke.',
    }),
  },
}
