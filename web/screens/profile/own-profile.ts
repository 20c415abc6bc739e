import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnUser } from '#contract/user.ts';
import * as api from '../../api.ts';
import { toast } from '../../components/toast.ts';
import { reasonOf } from './reason.ts';

/** What each section of the profile is given. */
export type OwnProfile = {
  token: string;
  user: OwnUser;
  /** Puts what the server has just answered into the screen's copy. */
  hold: (change: (held: OwnUser) => OwnUser) => void;
  /** Tells that a call failed: a toast that begins with these words, and for an old session the notice as well. */
  tell: (error: unknown, failure: string) => void;
  expired: boolean;
};

function isExpiry(error: unknown): boolean {
  return error instanceof api.Refusal && error.code === 'unauthenticated';
}

/** What the server holds about the person who asks, e-mail included; `user` is undefined while it is not known. */
export function useOwnProfile(token: string) {
  const client = useQueryClient();
  const queryKey = ['profile'];
  const [refused, setRefused] = useState(false);
  const query = useQuery({ queryKey, queryFn: () => api.readProfile(token) });

  function hold(change: (held: OwnUser) => OwnUser) {
    client.setQueryData<OwnUser>(queryKey, (held) => held && change(held));
  }

  function tell(error: unknown, failure: string) {
    const reason = reasonOf(error);
    toast.error(reason === undefined ? failure : `${failure}. ${reason}`);
    if (isExpiry(error)) setRefused(true);
  }

  const expired = refused || isExpiry(query.error);
  return { query, profile: query.data && { token, user: query.data, hold, tell, expired }, expired };
}
