import { afterEach, expect } from 'vitest'
import { takeViolations } from './browser.ts'

// No journey may make a page do what its own policy forbids, whatever else the journey is about.
afterEach(() => expect(takeViolations()).toEqual([]))
