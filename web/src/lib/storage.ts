// Keys in use: sessionEnded, token, userInfo, isLogin, virtual, lang, colorScheme, riseColor, settingsUnsaved, settingsOf, identityForm.
export * from '@evenhand/ui/storage.ts'
