import { expect, it } from 'vitest'
import { AppError, plainError } from './errors.ts'

it.each([
  [new TypeError('Failed to fetch'), 'NETWORK_ERROR', 'Network connection failed. Please check your internet connection.'],
  ['duplicate key value', 'DUPLICATE_SUBMISSION', 'This application has already been submitted.'],
  [new Error('UNIQUE constraint failed'), 'DUPLICATE_SUBMISSION', 'This application has already been submitted.'],
  [new Error('The disk is full'), 'UNKNOWN_ERROR', 'The disk is full'],
  [undefined, 'UNKNOWN_ERROR', 'An unexpected error occurred. Please try again.'],
  [new AppError('SESSION_EXPIRED'), 'SESSION_EXPIRED', 'Your session has expired. Please log in again.'],
])('an error without a code is mapped by its message: %s', (error, code, message) => {
  expect(plainError(error)).toEqual({ code, message })
})
