import type { Module } from '../../kernel/module/module.ts'
import { profileRoutes, type Profile } from './profile.ts'

/** A customer's own pages, over all that other modules keep of him. */
export const profileModule = (profile: Profile): Module => ({ name: 'profile', routes: profileRoutes(profile) })
