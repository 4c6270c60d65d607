export const Login = () => <h1 className="p-8">Login</h1>
