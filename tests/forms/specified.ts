import type { FormType } from '../../src/shared/form-types.ts'

/** The specification of a form (sections 2, 3, 5, 6 to 9), written independently of the definitions. */
export interface Specified {
  readonly path: string
  /** Every field in the order of the specification. */
  readonly fields: string
  readonly required: string
  /** Fields that only those see who gave an answer, and those of them that they must answer. */
  readonly when?: { readonly field: string; readonly is: string; readonly shown: string; readonly required: string }
  /** Fields that are labelled as required but not enforced. */
  readonly labelled?: string
  /** Fields whose kind is in the specification. */
  readonly kinds?: Readonly<Record<string, string>>
  readonly options?: Readonly<Record<string, string>>
  readonly sheet: string
  readonly submitting: string
  readonly success?: string
  readonly again: string
  readonly promise: string
  readonly alert?: string
  readonly applicant: { readonly name: string; readonly company?: string }
  readonly ours?: true
  readonly confirmation?: true
  readonly keepsAnswers?: true
  readonly ipGoesTo?: string
}

const failed = 'Failed to submit application. Please try again.'

export const specified: Readonly<Partial<Record<FormType, Specified>>> = {
  StartupStudio: {
    path: '/startup-studio',
    fields:
      'founderName, email, phone, companyName, website, industry, stage, teamSize, fundingRaised, problemStatement, solution, targetMarket, aiIntegration, timeline, expectations',
    required: 'founderName, email, phone, industry, stage, problemStatement, solution, targetMarket, aiIntegration, expectations',
    sheet: 'StartupStudio',
    submitting: 'Submitting Application...',
    again: 'Submit Another Application',
    promise: '2-3 business days',
    alert: failed,
    applicant: { name: 'founderName', company: 'companyName' },
    ours: true,
    confirmation: true,
  },
  FundRaise: {
    path: '/fund-raise',
    fields:
      'founderName, email, phone, companyName, website, industry, businessModel, currentRevenue, teamSize, previousFunding, fundingStage, amountSeeking, useOfFunds, businessDescription, marketSize, competition, traction, timeline, investorPreference',
    required:
      'founderName, email, phone, companyName, website, industry, businessModel, teamSize, fundingStage, amountSeeking, useOfFunds, businessDescription, marketSize, traction, timeline',
    sheet: 'FundRaise',
    submitting: 'Submitting Application...',
    again: 'Submit Another Application',
    promise: '3-5 business days',
    alert: failed,
    applicant: { name: 'founderName', company: 'companyName' },
    ours: true,
    confirmation: true,
  },
  Accelerator: {
    path: '/accelerator',
    fields:
      'founderName, coFounderName, email, phone, companyName, website, industry, businessModel, currentStage, monthlyRevenue, teamSize, fundingRaised, businessDescription, problemSolution, targetMarket, customerBase, competition, growthChallenges, mentorshipNeeds, cohortPreference, commitmentLevel, expectations',
    required:
      'founderName, email, phone, companyName, website, industry, businessModel, currentStage, monthlyRevenue, teamSize, businessDescription, problemSolution, targetMarket, customerBase, growthChallenges, mentorshipNeeds, cohortPreference, commitmentLevel, expectations',
    sheet: 'Accelerator',
    submitting: 'Submitting Application...',
    again: 'Submit Another Application',
    promise: 'within 1 week',
    alert: failed,
    applicant: { name: 'founderName', company: 'companyName' },
    confirmation: true,
    ipGoesTo: 'expectations',
  },
  AccelerationAsService: {
    path: '/acceleration-as-service',
    fields:
      'contactName, title, email, phone, organizationName, website, organizationType, location, organizationSize, currentPrograms, portfolioSize, partnershipType, serviceModel, targetStartups, programDuration, budget, objectives, challenges, timeline, additionalServices, expectations',
    required:
      'contactName, title, email, phone, organizationName, website, organizationType, location, currentPrograms, partnershipType, serviceModel, targetStartups, objectives, challenges, timeline, expectations',
    sheet: 'AccelerationAsService',
    submitting: 'Submitting Partnership Inquiry...',
    again: 'Submit Another Inquiry',
    promise: 'within 2 business days',
    applicant: { name: 'contactName', company: 'organizationName' },
    ipGoesTo: 'expectations',
  },
  ServiceProvider: {
    path: '/service-provider',
    fields:
      'contactName, title, email, phone, companyName, website, serviceType, location, companySize, experience, servicesOffered, targetStartups, pricingModel, availability, portfolio, expertise, motivation, expectations',
    required:
      'contactName, title, email, phone, companyName, serviceType, location, companySize, experience, servicesOffered, targetStartups, pricingModel, availability, expertise, motivation',
    kinds: { phone: 'tel', website: 'url' },
    options: {
      serviceType: 'legal, accounting, marketing, technology, design, consulting, hr, other',
      companySize: '1-5, 6-20, 21-50, 51-200, 200+',
      experience: '1-2, 3-5, 6-10, 10+',
      targetStartups: 'idea, mvp, early, growth, all',
      pricingModel: 'hourly, project, retainer, equity, hybrid',
      availability: 'immediate, 1-2weeks, 1month, 2-3months',
    },
    sheet: 'ServiceProvider',
    submitting: 'Submitting Application...',
    again: 'Submit Another Application',
    promise: '3-5 business days',
    applicant: { name: 'contactName', company: 'companyName' },
    keepsAnswers: true,
    ipGoesTo: 'expectations',
  },
  WorkForStartups: {
    path: '/work-for-startups',
    fields:
      'firstName, lastName, email, phone, university, major, graduationYear, position, experience, skills, portfolio, availability, motivation, resume',
    required:
      'firstName, lastName, email, phone, university, major, graduationYear, position, skills, availability, motivation, resume',
    kinds: { phone: 'tel', resume: 'file' },
    options: {
      graduationYear: '2024, 2025, 2026, 2027, 2028',
      position:
        'software-development, product-management, marketing-growth, design-ux, business-development, data-analytics, other',
      availability: 'full-time, part-time, flexible',
    },
    sheet: 'WorkForStartups',
    submitting: 'Submitting Application...',
    again: 'Submit Another Application',
    promise: '2-3 business days',
    applicant: { name: 'firstName, lastName' },
    ipGoesTo: 'motivation',
  },
  EarlyCustomer: {
    path: '/become-early-customer',
    fields:
      'customerType, firstName, lastName, email, phone, company, jobTitle, industry, companySize, interests, specificNeeds, budget, timeline, experience, additionalInfo',
    required: 'firstName, lastName, email, specificNeeds, customerType',
    when: {
      field: 'customerType',
      is: 'enterprise',
      shown: 'company, jobTitle, industry, companySize',
      required: 'company, jobTitle',
    },
    labelled: 'industry, companySize, interests',
    kinds: { customerType: 'radio', interests: 'multiselect' },
    options: {
      customerType: 'individual, enterprise',
      industry: 'technology, finance, healthcare, education, retail, manufacturing, consulting, other',
      companySize: '1-10, 11-50, 51-200, 201-1000, 1000+',
      interests:
        'FinTech Solutions, HealthTech Innovations, EdTech Platforms, Enterprise SaaS, E-commerce & Retail, AI & Machine Learning, IoT & Hardware, Cybersecurity, Green Technology, Other',
      budget: 'under-1k, 1k-5k, 5k-25k, 25k-100k, 100k+, flexible',
      timeline: 'immediate, short-term, medium-term, long-term, exploring',
    },
    sheet: 'EarlyCustomer',
    submitting: 'Submitting Application...',
    again: 'Submit Another Application',
    promise: '2-3 business days',
    applicant: { name: 'firstName, lastName', company: 'company' },
  },
  Contact: {
    path: '/contact',
    fields: 'name, email, phone, subject, message',
    required: 'name, email, subject, message',
    sheet: 'Contact',
    submitting: 'Sending Message...',
    again: 'Send Another Message',
    promise: 'within 24 hours',
    alert: 'There was an error submitting your message. Please try again.',
    applicant: { name: 'name' },
  },
  Investor: {
    path: '/investors',
    fields:
      'investorName, organizationName, email, phoneNumber, investorType, investmentRange, preferredStage, industryFocus, geographicFocus, currentPortfolioSize, timelineToInvest, recentInvestments, investmentCriteria, valueAddServices, dueDiligenceProcess, followOnCapacity, boardParticipation, exitStrategy, additionalComments',
    required:
      'investorName, organizationName, email, investorType, investmentRange, preferredStage, industryFocus, investmentCriteria',
    options: {
      investorType: 'angel, vc, pe, family-office, corporate, government, other',
      investmentRange: '100k-500k, 500k-1m, 1m-5m, 5m-10m, 10m+',
      preferredStage: 'pre-seed, seed, series-a, series-b, growth, any',
      currentPortfolioSize: '1-5, 6-15, 16-30, 31-50, 50+, new',
      timelineToInvest: 'immediate, short, medium, long, exploring',
      boardParticipation: 'yes-active, yes-observer, case-by-case, no',
      exitStrategy: 'ipo, acquisition, both, flexible',
    },
    sheet: 'Investors',
    submitting: 'Submitting...',
    success: 'Interest Submitted Successfully!',
    again: 'Submit Another Interest',
    promise: '2-3 business days',
    applicant: { name: 'investorName', company: 'organizationName' },
    ours: true,
  },
}
