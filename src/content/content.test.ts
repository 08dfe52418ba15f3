import { expect, test } from 'vitest'
import { claims, cohorts, faq, mentors, pages, portfolio, programs, site, stats, team } from './content.ts'

// What the specification gives. An installation with other content deletes this file.

const figures = (row: readonly { value: string; label: string }[]) => row.map((stat) => `${stat.value} ${stat.label}`)

test('the rows of figures are the specification’s', () => {
  expect(figures(stats.home)).toEqual(['50+ startups', '$10M+ funding', '95% success rate', '6 Months average program'])
  expect(figures(stats.accelerationAsService)).toEqual([
    '25+ partner organizations across 15 countries',
    '500+ startups',
    '$200M+ value',
    '90% satisfaction',
  ])
  expect(figures(stats.portfolio)).toEqual(['25+ companies', '$50M+ valuation', '85% success rate', '15+ industries'])
  expect(figures(stats.team)).toEqual(['15+ years', '100+ startups mentored', '50+ exits', '$500M+ value'])
  expect(figures(stats.mentors)).toEqual(['50+ mentors', '500+ hours per cohort', '95% satisfaction', '$2B+ experience'])
  expect(figures(stats.investors)).toEqual(['95% success rate', '50+ portfolio companies', '120+ active investors'])
  expect(figures(Object.values(claims))).toEqual([
    '$50M+ raised',
    '85% success',
    '120+ investors',
    '$100K+ credits',
    '500+ alumni',
    '95% graduation rate',
    '3.5x average growth',
    '75% funding within 12 months',
  ])
})

test('the cohorts are the specification’s', () => {
  expect(cohorts.map(({ deal: _, asks: __, ...cohort }) => cohort)).toEqual([
    { label: 'Cohort 5', startDate: '2025-11-15', applicationDeadline: '2025-10-15', status: 'Closed' },
    { label: 'Cohort 6', startDate: '2026-01-15', applicationDeadline: '2025-12-15', status: 'Apply Now' },
    { label: 'Cohort 7', startDate: '2026-03-15', applicationDeadline: '2026-02-15', status: 'Coming Soon' },
  ])
})

test('the programmes have the specification’s lengths, phases and amounts', () => {
  const { accelerator, startupStudio, fundRaise, accelerationAsService } = programs
  expect([accelerator, startupStudio, fundRaise].map((p) => [p.title, p.duration, p.applicationLink])).toEqual([
    ['Accelerator Program', '6 months', '/accelerator'],
    ['Startup Studio', '6 weeks', '/startup-studio'],
    ['Fund Raise Support', '3-6 months', '/fund-raise'],
  ])
  expect(accelerator.journey.items.map((step) => `${step.when} ${step.title}`)).toEqual([
    'Week 1-2 Onboarding',
    'Week 3-8 Foundation',
    'Week 9-16 Growth',
    'Week 17-20 Scale preparation',
    'Week 21-24 Demo day',
  ])
  expect(startupStudio.weeks.items.map((step) => `${step.when} ${step.title}`)).toEqual([
    'Weeks 1-2 Build',
    'Weeks 3-4 Fit',
    'Weeks 5-6 Revenue',
  ])
  expect(fundRaise.stages.items.map((stage) => `${stage.name} ${stage.amount}`)).toEqual([
    'Pre-Seed $50K-$500K',
    'Seed $500K-$2M',
    'Series A $2M-$15M',
    'Series B+ $15M+',
  ])
  expect(fundRaise.process.items.at(-1)?.when).toBe('Week 19-24')
  expect(accelerationAsService.models.items.map((model) => `${model.title} ${model.duration}`)).toEqual([
    'Full Program Management 3-6 Months',
    'Curriculum Licensing flexible',
    'Hybrid customizable',
  ])
})

test('the portfolio has the specification’s categories, once each, and its stages', () => {
  expect(portfolio.map((company) => company.category)).toEqual([
    'AI & Analytics',
    'AI & LegalTech',
    'AI & HealthTech',
    'SaaS',
    'E-commerce',
    'AdTech',
    'EdTech & Blockchain',
    'Automotive Tech',
  ])
  expect(new Set(portfolio.map((company) => company.stage))).toEqual(
    new Set(['Development', 'MVP', 'Revenue', 'Growth', 'Scaling']),
  )
})

test('the team has 3 people and there are 15 mentors, all with unique names', () => {
  expect(team).toHaveLength(3)
  expect(mentors).toHaveLength(15)
  expect(new Set([...team, ...mentors].map((person) => person.name)).size).toBe(18)
})

test('each bio of a mentor has two or three sentences', () => {
  const counts = mentors.map((mentor) => mentor.bio.split(/(?<=[.!?])\s+/).length)
  expect(counts.filter((count) => count < 2 || count > 3)).toEqual([])
})

test('the questions answer when to apply, rolling applications and equity', () => {
  const answers = faq.map((entry) => entry.answer).join('\n')
  expect(answers).toContain('Apply 2 months before start')
  expect(answers).toContain('rolling applications')
  expect(answers).toContain('typically 6-8%')
  expect(answers).toContain('negotiated co-founder splits')
  expect(answers).toContain('fee-based with success fees')
})

test('every page has a title and a description of its own', () => {
  const all = [...Object.values(pages), ...Object.values(programs)].map((page) => page.meta)
  expect(new Set(all.map((meta) => meta.title)).size).toBe(all.length)
  expect(new Set(all.map((meta) => meta.description)).size).toBe(all.length)
})

test('every external address but that of the chat is a placeholder', () => {
  const addresses =
    JSON.stringify({ site: { ...site, chatUrl: '' }, portfolio, team, mentors }).match(/https?:\/\/[^"/]+|[\w.]+@[\w.]+/g) ?? []
  expect(addresses.length).toBeGreaterThan(40)
  expect(addresses.filter((address) => !address.endsWith('.example'))).toEqual([])
})
