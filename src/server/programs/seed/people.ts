import type { Chance } from './chance.ts'

const firstNames =
  'Aadhira Abinaya Akhil Amudha Ananya Anbarasan Arun Bhavani Charan Deepika Devika Dinesh Divya Ezhil Fathima Ganesh Gayathri Harini Hariharan Imran Indhu Iniyan Jayanthi Jeeva Joseph Kabir Kanmani Karthik Kavya Kayal Kiran Lakshmi Lavanya Madhan Mahima Malar Manoj Meenakshi Mithra Mohammed Mukil Nandini Naveen Nila Nithya Oviya Parthiban Pavithra Pooja Pradeep Prakash Priya Rahul Ramya Ravi Rehana Rohit Roshni Sahana Sandhya Sanjay Saranya Selvi Senthil Shalini Shankar Sneha Sudha Suresh Swathi Tamizh Tanvi Tara Thenmozhi Usha Vaishnavi Varun Vasanth Vetri Vidya Vikram Vinoth Yamini Yazhini'.split(
    ' ',
  )

const lastNames =
  'Anand Balan Chandran Das Devi Elango Fernandes George Ibrahim Iyer Jacob Kannan Khan Krishnan Kumar Mani Mathew Menon Murugan Nair Natarajan Pandian Patel Pillai Prasad R Rajan Raman Rao Reddy Sekar Selvam Sharma Shetty Sivakumar Subramanian Sundaram Thomas V Varghese Venkatesh'.split(
    ' ',
  )

export const cities = [
  'Chennai',
  'Coimbatore',
  'Madurai',
  'Tiruchirappalli',
  'Salem',
  'Tirunelveli',
  'Vellore',
  'Puducherry',
  'Bengaluru',
  'Kochi',
  'Hyderabad',
  'Pune',
] as const

export interface Person {
  readonly first: string
  readonly last: string
  readonly name: string
  readonly email: string
  readonly phone: string
}

/** A name as it stands in an address: small letters and digits. */
export const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

/**
 * Someone who does not exist, with an address at `domain` (under `.example`, where no mail can arrive) and a number that no one has:
 * Indian mobile numbers begin with 6 to 9.
 */
export function person(chance: Chance, domain: string): Person {
  const first = chance.pick(firstNames)
  const last = chance.pick(lastNames)
  const local = chance.pick([slug(first), `${slug(first)}.${slug(last)}`, `${slug(first)}${chance.between(2, 99)}`])
  const digits = `5${chance.between(1000, 9999)} ${chance.between(10000, 99999)}`
  const phone = chance.pick([`+91 ${digits}`, `+91${digits.replace(' ', '')}`, `0${digits}`])
  return { first, last, name: `${first} ${last}`, email: `${local}@${domain}`, phone }
}

/** The address of someone who writes for himself. */
export const privateDomain = (chance: Chance): string => chance.pick(['post.example', 'mail.example', 'inbox.example'])
