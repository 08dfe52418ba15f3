import { expect, test } from 'vitest'
import { zonedTime } from './zones.ts'

test.each([
  ['Asia/Kolkata', '2025-12-15', '18:00', '2025-12-15T12:30:00.000Z'],
  // Skipped: clocks go forward over it, in Santiago at midnight.
  ['America/Santiago', '2025-09-07', '00:00', '2025-09-07T04:00:00.000Z'],
  ['America/New_York', '2025-03-09', '02:30', '2025-03-09T07:30:00.000Z'],
  ['Europe/Berlin', '2025-03-30', '02:30', '2025-03-30T01:30:00.000Z'],
  ['Australia/Sydney', '2025-10-05', '02:30', '2025-10-04T16:30:00.000Z'],
  // Around the change.
  ['America/New_York', '2025-03-09', '01:59', '2025-03-09T06:59:00.000Z'],
  ['America/New_York', '2025-03-09', '03:00', '2025-03-09T07:00:00.000Z'],
  ['America/New_York', '2025-11-02', '02:30', '2025-11-02T07:30:00.000Z'],
  ['Europe/Berlin', '2025-10-26', '01:30', '2025-10-25T23:30:00.000Z'],
  ['Europe/Berlin', '2025-10-26', '03:30', '2025-10-26T02:30:00.000Z'],
  ['Australia/Sydney', '2025-04-06', '01:30', '2025-04-05T14:30:00.000Z'],
])('in %s, %s %s is %s', (zone, day, time, moment) => expect(zonedTime(day, time, zone).toISOString()).toBe(moment))
