export * from '@evenhand/ui/store.ts'
