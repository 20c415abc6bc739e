import { afterEach, expect, vi } from 'vitest';

// An unexpected warning fails the test.
const complaints = vi.spyOn(console, 'error');

afterEach(() => {
  expect(complaints.mock.calls).toEqual([]);
});
