import { afterEach, expect, vi } from 'vitest';

// A complaint that nobody asked for is a failure that nobody noticed.
const complaints = vi.spyOn(console, 'error');

afterEach(() => {
  expect(complaints.mock.calls).toEqual([]);
});
