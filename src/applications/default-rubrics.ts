import type { FormType } from '../shared/form-types.ts'
import type { Criterion, Rubric } from './rubric.ts'

const criterion = (id: string, name: string, weight: number, guidance: string, low: string, high: string): Criterion => ({
  id,
  name,
  guidance,
  low,
  high,
  weight,
})

const team = criterion(
  'team',
  'Team',
  3,
  'Have these people lived with the problem, and can they build and sell the answer themselves?',
  'Alone, and new to the trade',
  'Complete, and respected by its customers',
)

const problem = criterion(
  'problem',
  'Problem',
  2,
  'Is it told from what was seen, and does someone pay for it today, in money or in hours?',
  'Supposed, nobody was asked',
  'Painful, frequent, and priced',
)

const traction = criterion(
  'traction',
  'Traction',
  2,
  'What did people outside the team do: pay, return, bring others?',
  'Nobody has used it',
  'Paying customers who come back',
)

const fit = criterion(
  'fit',
  'Fit with us',
  1,
  'Does what they ask for match what we can give in the coming months?',
  'They need something that we do not have',
  'Three months with us would change their course',
)

/** What applications are scored by until the admin says otherwise. Messages and early customers are answered, not scored. */
export const defaultRubrics: Readonly<Record<FormType, Rubric>> = {
  Accelerator: [
    team,
    problem,
    traction,
    criterion(
      'market',
      'Market',
      2,
      'How many would buy this, and how would they hear of it?',
      'A handful, hard to reach',
      'Large, growing, and within reach from here',
    ),
    criterion(
      'edge',
      'Edge',
      1,
      'What would a well-funded copy still lack after a year?',
      'Nothing',
      'Knowledge, data or customers that cannot be bought',
    ),
    fit,
  ],
  StartupStudio: [
    criterion(
      'founder',
      'Founder',
      3,
      'Will this person carry it through two bad years, and does the trade know them?',
      'Interested, no tie to the trade',
      'Has lived in the problem for years',
    ),
    problem,
    criterion(
      'buildable',
      'Buildable',
      2,
      'Can a first version be in someone’s hands within a quarter of work?',
      'Years of research come first',
      'A first version is clear and small',
    ),
    criterion(
      'ai',
      'Use of AI',
      1,
      'Does the AI do work that customers notice, on data that they will really get?',
      'A word in the deck',
      'The product could not exist without it',
    ),
    fit,
  ],
  FundRaise: [
    team,
    traction,
    criterion(
      'numbers',
      'Numbers',
      3,
      'Do revenue, burn and margins agree with each other and with the round?',
      'They contradict each other',
      'Complete, consistent, and improving',
    ),
    criterion(
      'round',
      'The round',
      2,
      'Is the amount tied to milestones that would carry the next raise?',
      'A sum without a plan',
      'Each rupee has its milestone',
    ),
    criterion(
      'ready',
      'Ready for investors',
      1,
      'Could a diligence begin next week: deck, accounts, shareholders?',
      'Nothing is written down',
      'A data room that answers before it is asked',
    ),
  ],
  AccelerationAsService: [
    criterion(
      'need',
      'Need',
      2,
      'Is it clear what they would have us do, and how they would know that it worked?',
      'A wish for help in general',
      'A goal with a number and a date',
    ),
    criterion(
      'commitment',
      'Commitment',
      2,
      'Is there a person, a budget and time set aside on their side?',
      'Nobody owns it',
      'A named owner with budget and time',
    ),
    fit,
  ],
  ServiceProvider: [
    criterion(
      'quality',
      'Quality of work',
      3,
      'What do their references show about work for companies of this age?',
      'No reference that can be checked',
      'Several founders would hire them again',
    ),
    criterion(
      'terms',
      'Terms for startups',
      2,
      'Are prices and terms bearable for a company of five people?',
      'Made for large companies',
      'Made for founders, and written down',
    ),
    criterion(
      'gap',
      'Fills a gap',
      1,
      'Do our companies ask for this, and is nobody here giving it?',
      'We have three of these',
      'Asked for every month',
    ),
  ],
  WorkForStartups: [
    criterion(
      'skill',
      'Skill',
      2,
      'What have they made that can be looked at?',
      'Coursework only',
      'Finished work that others use',
    ),
    criterion(
      'drive',
      'Drive',
      2,
      'Why a startup, and what did they begin without being told to?',
      'Any place would do',
      'Starts things and ends them',
    ),
    criterion('writing', 'Writing', 1, 'Is it clear and their own?', 'Hard to follow', 'Short, exact, and theirs'),
    criterion(
      'availability',
      'Availability',
      1,
      'Do their hours and dates fit what our companies look for?',
      'Hardly',
      'Entirely',
    ),
  ],
  EarlyCustomer: [],
  Contact: [],
  Investor: [],
}
