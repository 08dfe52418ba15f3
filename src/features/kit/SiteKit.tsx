import { FormView } from '../../form-view/view/FormView.tsx'
import { email } from '../../forms/fields/email.ts'
import { file } from '../../forms/fields/file.ts'
import { multiselect } from '../../forms/fields/multiselect.ts'
import { named, radio, select } from '../../forms/fields/select.ts'
import { tel, text, textarea, url } from '../../forms/fields/text.ts'
import { defineForm, type Faults } from '../../forms/form.ts'
import { BackLink } from '../../site/sections/shared/BackLink.tsx'
import { Band } from '../../site/sections/shared/Band.tsx'
import { CompanyLogo } from '../../site/sections/shared/CompanyLogo.tsx'
import { Dotted } from '../../site/sections/shared/Dotted.tsx'
import { Facts } from '../../site/sections/shared/Facts.tsx'
import { Fold } from '../../site/sections/shared/Fold.tsx'
import { Hero } from '../../site/sections/shared/Hero.tsx'
import { Items } from '../../site/sections/shared/Items.tsx'
import { Line } from '../../site/sections/shared/Line.tsx'
import { BesidePaper, Paper } from '../../site/sections/shared/Paper.tsx'
import { Companions, Quote, Result } from '../../site/sections/shared/Result.tsx'
import { Section } from '../../site/sections/shared/Section.tsx'
import { Stats } from '../../site/sections/shared/Stats.tsx'
import { Steps } from '../../site/sections/shared/Steps.tsx'
import { Terms } from '../../site/sections/shared/Terms.tsx'
import { Ways } from '../../site/sections/shared/Ways.tsx'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { Frieze } from '../../ui/kolam/Frieze.tsx'
import { Kolam } from '../../ui/kolam/Kolam.tsx'
import { KolamDots } from '../../ui/kolam/KolamDots.tsx'
import { Qr } from '../../ui/qr/Qr.tsx'
import { NativeName, Wordmark } from '../../ui/wordmark/Wordmark.tsx'
import styles from './kit.module.css'

/** A form with each kind of question. */
const form = defineForm({
  type: 'Contact',
  path: '/kit',
  anchor: 'form',
  title: 'Sample message',
  sheet: 'Contact',
  sections: [
    {
      title: 'Typed',
      intro: 'A sentence over the questions.',
      fields: {
        name: text('Name', { hint: 'As on a letter.' }),
        email: email('Email'),
        phone: tel('Phone', { required: false }),
        site: url('Website', { required: false }),
        story: textarea('Story', { rows: 3 }),
      },
    },
    {
      title: 'Chosen',
      fields: {
        stage: select('Stage', named('Idea', 'Product', 'Revenue')),
        kind: radio('Kind', named('Person', 'Company')),
        company: text('Company', { required: { field: 'kind', is: 'Company' }, shown: { field: 'kind', is: 'Company' } }),
        topics: multiselect('Topics', named('Health', 'Money', 'Schools'), { required: 'labelled' }),
        paper: file('Paper', { required: false, accept: ['.pdf'], maxMB: 5 }),
      },
    },
  ],
  applicant: { name: ['name'], email: 'email' },
  texts: { submit: 'Send', submitting: 'Sending...', success: 'Sent', again: 'Send another', next: ['We answer {promise}.'] },
  messages: 'ours',
  onFailure: { kind: 'stay', alert: 'It could not be sent. Please try again.' },
  duplicates: 'within_a_day',
  confirmation: false,
})
const notice = { version: '2026-01-01', text: 'We keep what you send for a year.', email: 'hello@kolam.example' }
const faults: Faults = {
  name: 'Name is required',
  stage: 'Stage is required',
  kind: 'Kind is required',
  story: 'Story is required',
}
const kolam = { seed: 'g', size: 5, shape: 'square' } as const
const items = ['One', 'Two', 'Three'].map((title) => ({
  title,
  text: 'A text with [a link](/apply), a range of 5-7 days, and a@b.example.',
}))

const stats = items.map(({ title }, at) => ({ value: `${at + 1}00+`, label: title }))
const company = {
  ...{ name: 'Thari Loom Works', description: 'Finds a broken warp.', category: 'Machines', stage: 'Growth' },
  ...{ website: 'https://thari.example.in', founders: 'Asha Raman and Joel Otieno' },
  ...{ quote: 'We asked for a week, and got a town.', quoted: 'Asha Raman' },
}
const program = { name: 'Sample', features: ['A desk'], eligibility: ['A team of two'], duration: 'Six weeks' }
const paper = {
  ...{ title: 'A sheet', corner: 'Week 3', plot: [1, 3, 2, 5], figure: { value: '$6K to $41K', label: 'a month' } },
  ...{ lines: [{ title: 'Paid', text: 'Within 30 days', pencil: 'at last' }], last: { title: 'Left', text: '4 months' } },
  ...{ signed: ['Asha', 'Joel'], note: 'What the sheet is.', invented: false },
}

/** The buttons in their weights and states. */
const Buttons = () => (
  <div className="row">
    {(['main', 'line', 'quiet'] as const).map((weight) => (
      <span key={weight} className="row">
        <Button weight={weight}>{weight}</Button>
        {weight === 'main' && <Button disabled>main, disabled</Button>}
        <ButtonLink weight={weight} href="/apply">{`${weight}, a link`}</ButtonLink>
      </span>
    ))}
  </div>
)

/** What the pages of the site share: each component in its states. */
export const SiteKit = () => (
  <>
    <Hero title="Short sentences. In the hero." text="With [a link](/apply) under them." kolam={kolam}>
      <ButtonLink href="/apply">Apply</ButtonLink>
    </Hero>
    <Facts facts={items} terms />
    <Section title="Buttons">
      <Buttons />
    </Section>
    <Section title="Buttons on the dark ground" ground="deep">
      <Buttons />
    </Section>
    <Section title="Lines, in a sunk section" intro="With an introduction." ground="sunk" layout="beside">
      <Items items={items} form="lines" />
    </Section>
    <Section title="Terms">
      <Items items={items} form="terms" />
    </Section>
    <Section title="Columns" fold={{ label: 'Show them' }}>
      <Items items={items} form="columns" ordered />
    </Section>
    <Section title="Folded">
      <Fold label="Three more">
        <p>What is folded on a phone.</p>
      </Fold>
    </Section>
    <Section title="Figures">
      {(['large', 'foot', 'poster'] as const).map((size) => (
        <Stats key={size} stats={stats} scope={`Counted since 2020, ${size}`} size={size} />
      ))}
      <Result value="₹6 lakh to ₹41 lakh" />
      <Result value="3 towns" />
    </Section>
    <Section title="Steps and ways">
      <Steps items={items} across={3} />
      <Line stops={items} />
      <Ways items={[{ question: 'A first product?', action: { label: 'Apply', to: '/apply' } }]} />
      <Dotted label="Short items">
        {items.map(({ title }) => (
          <li key={title}>{title}</li>
        ))}
      </Dotted>
    </Section>
    <Terms program={program} />
    <Section title="A company, on paper">
      <BesidePaper paper={<Paper paper={paper} own form="sums" />}>
        <div className={styles.small}>
          <CompanyLogo company={company} />
        </div>
        <Companions company={company} level="h3" />
        <Quote company={company} />
      </BesidePaper>
      <BackLink label="All companies" to="/portfolio" />
    </Section>
    <Section title="Drawings and marks">
      <Wordmark name="Sample" seed="g" />
      <NativeName native="Sample" name="Sample" />
      <div className={`row ${styles.small}`}>
        <KolamDots size={3} shape="square" />
        <Kolam seed="g" size={3} shape="square" />
        <Kolam seed="g" size={3} shape="square" share={0.5} />
        <div>
          <Qr text="https://kolam.example" label="A QR code" />
        </div>
      </div>
      <Frieze columns={12} rows={2} joined={{ from: 1, to: 6 }} />
    </Section>
    <Section title="A form">
      <FormView form={form} notice={notice} formVersion="kit" raw={{ name: 'Asha', kind: 'Company' }} />
    </Section>
    <Band title="The end" text="With [a link](/apply)." kolam={kolam}>
      <ButtonLink href="/apply">Apply</ButtonLink>
    </Band>
  </>
)

/** The form with its faults, as the server answers. On a page of its own: the ids of questions are unique on a page. */
export const RefusedKit = () => (
  <Section title="A form that was refused">
    <FormView form={form} notice={notice} formVersion="kit" raw={{}} faults={faults} />
  </Section>
)
