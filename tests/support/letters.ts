import type { Application } from '../../src/applications/application.ts'
import { promiseTexts } from '../../src/content/promises.ts'
import { accelerator } from '../../src/forms/definitions/accelerator.ts'
import { type Answers, withPromise } from '../../src/forms/form.ts'
import type { LetterSettings } from '../../src/server/mail/messages/compose.ts'
import { wording } from '../../src/server/pages/content.ts'
import { promises } from './adapters.ts'
import { submission } from './submissions.ts'

/** The accelerator form with one cohort. */
export const form = withPromise(
  accelerator({ cohorts: [{ value: 'cohort-6', label: 'Cohort 6, from 15 January 2026' }] }),
  promiseTexts(promises).Accelerator,
)

export const settings: LetterSettings = {
  wording,
  siteName: 'Kolam',
  signedBy: 'Revathi Anbarasan, Kolam',
  siteUrl: 'https://kolam.example',
  bookingUrl: 'https://kolam.example/book-a-pitch?from=letter&lang=en',
}

export const answers: Answers = {
  founderName: 'Nila Raman',
  coFounderName: '',
  email: 'nila@example.in',
  phone: '+91 98400 00000',
  companyName: 'Palai Foods',
  website: 'https://palai.example',
  industry: 'FoodTech',
  businessModel: 'B2B',
  currentStage: 'early-revenue',
  monthlyRevenue: '₹1–5 lakh',
  teamSize: '2-5',
  fundingRaised: '',
  businessDescription: 'We collect surplus milk from small dairies each evening & turn it into paneer by the next morning.',
  problemSolution: 'Dairies pour away a tenth of their milk.\n\nWe pay for it, by the litre, the same night.',
  targetMarket: 'Hotels and canteens in Chennai',
  customerBase: '14 canteens, found by knocking on doors',
  competition: '',
  growthChallenges: 'Cold storage',
  mentorshipNeeds: 'Someone who has run a cold chain',
  cohortPreference: 'cohort-6',
  commitmentLevel: 'full-time',
  expectations: 'A second plant, and <b>no</b> more nights without sleep',
}

/** An accelerator application with the `changes` of a test. */
export const application = (changes: Partial<Application> = {}): Application =>
  submission({
    id: '019aa1b2-3c4d-7000-8000-0000ab12cd34',
    applicantName: 'Nila Raman',
    applicantEmail: 'nila@example.in',
    companyName: 'Palai Foods',
    answers,
    submittedAt: new Date('2026-11-20T09:30:00Z'),
    dueAt: new Date('2026-11-27T18:29:59.999Z'),
    ip: '203.0.113.7',
    ...changes,
  }).change.application
