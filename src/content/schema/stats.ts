import { z } from 'zod'
import { stat, text } from './values.ts'

/** The specification has four; a row without figures is not shown. */
const four = z.array(stat).max(4)

/** content/stats.yaml: the rows of large figures, by page. */
export const statsSchema = z.strictObject({
  /** The home page's hero. */
  home: four,
  /** /fund-raise, its track record. */
  fundRaise: four,
  /** /acceleration-as-service, Our Impact. */
  accelerationAsService: four,
  /** /portfolio. */
  portfolio: four,
  /** /team. */
  team: four,
  /** /mentors. */
  mentors: four,
  /** /investors, the hero's claims. */
  investors: z.array(stat).max(3),
  /** /about. */
  about: four,
  /** What each row counts, and over which period. The rows count different things, so their figures differ. */
  scopes: z.strictObject({
    /** The home page's hero. */
    home: text,
    /** /fund-raise. */
    fundRaise: text,
    /** /acceleration-as-service. */
    accelerationAsService: text,
    /** /portfolio. */
    portfolio: text,
    /** /team. */
    team: text,
    /** /mentors. */
    mentors: text,
    /** /investors. */
    investors: text,
    /** /about. */
    about: text,
    /** The claims that are shown in a row. */
    claims: text,
  }),
})

/** content/claims.yaml: our claims, each once. Pages refer to them by name. */
export const claimsSchema = z
  .strictObject({
    /** Money that our companies have raised. */
    raised: stat,
    /** The share of companies that succeed. */
    success: stat,
    /** Investors in the network. */
    investors: stat,
    /** Credits that a company gets from partners. */
    credits: stat,
    /** People who went through a programme. */
    alumni: stat,
    /** The share of companies that finish. */
    graduation: stat,
    /** How much companies grow. */
    growth: stat,
    /** The share that is funded within a year of finishing. */
    funded: stat,
  })
  .partial()
