export * from '@evenhand/ui/format.tsx'
