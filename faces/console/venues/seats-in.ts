import { words } from '../words/venues.ts'

/** `1,200 seats in 3 sections` */
export const seatsIn = (seats: number, sections: number): string =>
  words.seatsIn.text({
    seats: words.seatsIn.seats({ count: seats }),
    sections: words.seatsIn.sections({ count: sections }),
  })
