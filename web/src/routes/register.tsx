export const Register = () => <h1 className="p-8">Register</h1>
